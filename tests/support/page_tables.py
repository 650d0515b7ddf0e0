"""The tables of a page, cell by cell: what is given, and the grid of queries and keys."""

from page_formulas import plain, require
from page_oracle import MASKED
from page_values import Parser, Scope, positions


def check_table(problem, element, counts):
    rows = [list(row) for row in element.iter() if row.tag == "tr"]
    spans = {sum(int(cell.get("colspan", 1)) for cell in row) for row in rows}
    require(len(spans) == 1, f"rows of {sorted(spans)} columns")
    head, *body = [["".join(cell.itertext()) for cell in row] for row in rows]
    is_grid = head[0] == "query"
    caption = "".join(element[0].itertext())
    kind = "Weights" if problem.weighted else "Scores"
    right = f"{kind}, query by key" if is_grid else "What is given"
    require(caption == right, f"its caption is {caption}")
    columns, expected = grid(problem, head) if is_grid else given(problem)
    require(head == columns, f"columns {head}, not {columns}")
    marks = [("gap", row[1].removesuffix(" …")) if row[0] == "…" else at for at, row in enumerate(body)]
    order = positions(marks, len(expected), "query" if is_grid else "key")
    for at, place in order.items():
        require(len(body[at]) == len(head), f"row {place + 1} has {len(body[at])} cells")
        for seen, value in zip(body[at], expected[place]):
            counts["cells"] += 1
            check_cell(seen, value)


def check_cell(seen, value):
    if isinstance(value, tuple):
        require(seen.startswith("("), f"{seen} is no vector")
        node = Parser(plain(seen)).chain()[0]
        require(Scope(None, None, (), [value]).value(node) == Scope.vector(value), f"{seen} is another vector")
    else:
        require(seen == str(value), f"{seen}, not {value}")


def given(problem):
    query, labels, single = problem.queries[0], problem.labels["keys"], len(problem.queries) == 1
    columns = [("key", range(1, problem.keys + 1))]
    columns += [("name", labels)] if labels else []
    columns += [("score", query.scores)] if single and query.scores else []
    if single and query.given:
        shown = [MASKED if weight == MASKED else part for weight, part in zip(query.weights, query.given)]
        columns.append(("given" if query.divided else "weight", shown))
    columns.append(("value", problem.values))
    return [name for name, _ in columns], list(zip(*(column for _, column in columns)))


def grid(problem, head):
    """Its columns, as many as `head` says that it shows, and its rows."""
    marks = [("gap", name[2:-2]) if name.startswith("… ") else at for at, name in enumerate(head[1:])]
    order = positions(marks, problem.keys, "key")
    keys = problem.labels["keys"] or [str(key + 1) for key in range(problem.keys)]
    rows = [query.weights if query.given else query.scores for query in problem.queries]
    labels = problem.labels["queries"] or [str(at + 1) for at in range(len(rows))]
    pick = lambda row, gap: [row[order[at]] if at in order else gap for at in range(len(marks))]
    columns = ["query"] + [keys[order[at]] if at in order else head[at + 1] for at in range(len(marks))]
    return columns, [[label, *pick(row, "…")] for label, row in zip(labels, rows)]
