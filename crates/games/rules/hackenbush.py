# Left cuts a blue or green edge, Right a red or green one; edges no longer joined to the ground fall; a player with nothing to
# cut loses.
#
# A position is the edges, like 0b1,1r2,0g3, with b, r or g between their points, of which the ground is 0; or the colours of a
# stalk, like brb. A move names its edge.
# Source: Berlekamp, Conway, Guy, Winning Ways (1982), ch. 1.

# In the program an edge is its points and its colour.
start = ((0, 1, "b"), (0, 4, "r"), (1, 2, "r"), (1, 3, "g"))

def ordered(edges):
    return tuple(sorted(edges, key=lambda edge: (edge[0], edge[1], "brg".find(edge[2]))))

def standing(edges):
    """The edges that are joined to the ground."""
    reached = {0}
    for _ in edges:
        for a, b, colour in edges:
            if a in reached or b in reached:
                reached |= {a, b}
    return tuple(edge for edge in edges if edge[0] in reached)

def cuts(edges, colours):
    found = []
    for i, (a, b, colour) in enumerate(edges):
        if colour in colours and edges[i] not in edges[:i]:
            found.append(("%d%s%d" % (a, colour, b), standing(edges[:i] + edges[i + 1:])))
    return found

def left(edges):
    return cuts(edges, "bg")

def right(edges):
    return cuts(edges, "rg")

def plies_left(edges):
    return len(edges)

def meet(edge, other):
    """Whether two edges have a point above the ground in common."""
    return any(point > 0 and point in other[:2] for point in edge[:2])

def summands(edges):
    groups = []
    for edge in edges:
        joined = [group for group in groups if any(meet(edge, other) for other in group)]
        groups = [group for group in groups if group not in joined] + [sum(joined, []) + [edge]]
    return [ordered(group) for group in groups]

def negative(edges):
    exchanged = {"b": "r", "r": "b", "g": "g"}
    return ordered([(a, b, exchanged[colour]) for a, b, colour in edges])

def show(edges):
    return ",".join("%d%s%d" % (a, colour, b) for a, b, colour in edges)

def parse(text):
    if all(sign in "brg" for sign in text):
        return tuple((i, i + 1, colour) for i, colour in enumerate(text))
    edges = []
    for item in text.split(","):
        colours = [sign for sign in item if sign in "brg"]
        points = item.split(colours[0]) if len(colours) == 1 else []
        if not points or not all(point.strip().isdigit() for point in points):
            return None
        a, b = sorted(int(point) for point in points)
        edges.append((a, b, colours[0]))
    return ordered(edges) if len(standing(edges)) == len(edges) else None

figures = "ground"

def draw(edges):
    drawn = [(a, b, colour.upper(), "%d%s%d" % (a, colour, b)) for a, b, colour in edges]
    return {"points": [0], "edges": drawn}
