# Take an element of an order and all elements above it; the last to move wins.
#
# A position is pairs, the higher element first, and elements without a pair, like b>a,c>a,d. A move names its element.
# Source: S. A. Fenner, J. Rogers, Combinatorial game complexity: an introduction with poset games, Bulletin of the EATCS 116
# (2015).
start = "b>a,c>a,d>b,d>c,e>c"

def elements_of(order):
    names = set(order.replace(">", ",").split(",")) - {""}
    return sorted(names, key=lambda name: (len(name), name))

def pairs_of(order):
    return [pair.split(">") for pair in order.split(",") if ">" in pair]

def part(order, elements):
    """What is left of the order if only these elements are."""
    pairs = [(high, low) for high, low in pairs_of(order) if high in elements and low in elements]
    lone = [element for element in elements if all(element not in pair for pair in pairs)]
    return ",".join([">".join(pair) for pair in pairs] + lone)

def above(order, element):
    """The elements above this one."""
    found = set()
    for _ in pairs_of(order):  # no chain is longer
        found |= {high for high, low in pairs_of(order) if low == element or low in found}
    return found

def moves(order):
    found = []
    for element in elements_of(order):
        gone = above(order, element) | {element}
        found.append((element, part(order, [other for other in elements_of(order) if other not in gone])))
    return found

def plies_left(order):
    return len(elements_of(order))

def summands(order):
    groups = [[element] for element in elements_of(order)]
    for high, low in pairs_of(order):
        joined = [group for group in groups if high in group or low in group]
        groups = [group for group in groups if group not in joined] + [sum(joined, [])]
    return [part(order, sorted(group)) for group in groups]

def parse(text):
    items = []
    for item in text.replace(" ", "").split(",") if text else []:
        names = item.split(">")
        if len(names) > 2 or not all(name.isalnum() for name in names):
            return None
        if item not in items:
            items.append(item)
    order = ",".join(items)
    elements = elements_of(order)
    is_order = all(element not in above(order, element) for element in elements)
    return part(order, elements) if is_order else None

def draw(order):
    elements = {name: "." for name in order.replace(">", ",").split(",") if name}
    return {"points": elements, "edges": [(high, low, ">") for high, low in pairs_of(order)]}
