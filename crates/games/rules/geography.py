# Move a token along an edge of a graph to a point where it has not been; a player with no move loses.
#
# A position is the graph that is left, a slash and the point of the token, like a-b,b>c,d/a: edges both ways or one way, and points
# without edges. A move names the point to go to.
# Source: Fraenkel, Scheinerman, Ullman, Undirected edge geography, Theoretical Computer Science 112 (1993).
start = "a>b,a>c,b>d,c>d,d>e,d>f,f>a/a"

def ends_of(item):
    """The two ends of an edge, or a point alone."""
    return item.replace(">", "-").split("-")

def points_of(graph):
    names = {end for item in graph.split(",") for end in ends_of(item)}
    return sorted(names, key=lambda name: (len(name), name))

def part(graph, points):
    """What is left of the graph if only these points are."""
    edges = [item for item in graph.split(",") if len(ends_of(item)) == 2 and all(end in points for end in ends_of(item))]
    lone = [point for point in points if all(point not in ends_of(edge) for edge in edges)]
    return ",".join(edges + lone)

def moves(position):
    graph, token = position.split("/")
    edges = graph.split(",")
    others = [point for point in points_of(graph) if point != token]
    found = []
    for to in others:
        if token + ">" + to in edges or token + "-" + to in edges or to + "-" + token in edges:
            found.append((to, part(graph, others) + "/" + to))
    return found

def plies_left(position):
    return len(points_of(position.split("/")[0]))

def parse(text):
    if text.count("/") != 1:
        return None
    graph, token = text.replace(" ", "").split("/")
    items = []
    for item in graph.split(","):
        ends = ends_of(item)
        if len(ends) > 2 or not all(end.isalnum() for end in ends) or len(set(ends)) < len(ends):
            return None
        if item not in items and "-".join(ends[::-1]) not in items:
            items.append(item)
    graph = ",".join(items)
    return part(graph, points_of(graph)) + "/" + token if token in points_of(graph) else None

def caption(position):
    return "the token is on " + position.split("/")[1]

owners = {"T": "first"}

def draw(position):
    graph, token = position.split("/")
    edges = [ends_of(item) + ([">"] if ">" in item else []) for item in graph.split(",") if len(ends_of(item)) == 2]
    return {"points": {point: "T" if point == token else "." for point in points_of(graph)}, "edges": edges}
