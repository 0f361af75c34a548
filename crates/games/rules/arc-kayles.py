# Take an edge of a graph with its two ends, and all edges there; the last to move wins.
#
# A position is the edges, and the points without edges, like a-b,b-c,d. A move names its edge.
# Source: T. J. Schaefer, On the complexity of some two-person perfect-information games, Journal of Computer and System
# Sciences 16 (1978).
start = "1-2,2-3,3-4,4-5,5-1,5-6"

def points_of(graph):
    names = set(graph.replace("-", ",").split(",")) - {""}
    return sorted(names, key=lambda name: (len(name), name))

def edges_of(graph):
    return [edge.split("-") for edge in graph.split(",") if "-" in edge]

def part(graph, points):
    """What is left of the graph if only these points are."""
    edges = [(a, b) for a, b in edges_of(graph) if a in points and b in points]
    lone = [point for point in points if all(point not in edge for edge in edges)]
    return ",".join(["-".join(edge) for edge in edges] + lone)

def moves(graph):
    left = points_of(graph)
    return [("-".join(edge), part(graph, [point for point in left if point not in edge])) for edge in edges_of(graph)]

def plies_left(graph):
    return len(points_of(graph))

def summands(graph):
    groups = [[point] for point in points_of(graph)]
    for a, b in edges_of(graph):
        joined = [group for group in groups if a in group or b in group]
        groups = [group for group in groups if group not in joined] + [sum(joined, [])]
    return [part(graph, sorted(group)) for group in groups]

def parse(text):
    items = []
    for item in text.replace(" ", "").split(",") if text else []:
        ends = item.split("-")
        if len(ends) > 2 or not all(end.isalnum() for end in ends) or len(set(ends)) < len(ends):
            return None
        if item not in items and "-".join(ends[::-1]) not in items:
            items.append(item)
    graph = ",".join(items)
    return part(graph, points_of(graph))

def draw(graph):
    return {"points": points_of(graph), "edges": edges_of(graph)}
