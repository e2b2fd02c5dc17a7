"""The figures from results.json: panels of curves, one curve for each method."""
import pathlib
import statistics
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from charts import Axes, Panel, page  # noqa: E402

NAMES = {"m_invariance": "m-invariance", "epsilon_inclusion": "ε-inclusion", "blind": "ε-inclusion, blind"}
COLORS = {"m_invariance": "#D55E00", "epsilon_inclusion": "#0072B2", "blind": "#E69F00"}
DELTAS, PARAMETERS, SELECTIVITIES = [1000, 5000, 10_000, 20_000, 40_000], [2, 4, 6, 8, 10], [2, 4, 6, 8, 10]


def error(history, method, i, s=10):
    return history["releases"][method][i]["errors"][str(s)]["mean"]


def mean_error(history, method, s):
    """Over six releases of 81."""
    return statistics.mean(error(history, method, i, s) for i in range(0, 81, 16))


def milliseconds(history, method):
    """Of a release on average; the first one, which has no history, apart."""
    return 1000 * statistics.mean(point["seconds"] for point in history["releases"][method][1:])


def curves(title, unit, panels, names=None):
    """`results` of a panel: the values of each curve by its method."""
    names = names or NAMES

    def panel_of(panel, x, y):
        most = max(value for values in panel.results.values() for value in values)
        axes = Axes(panel, most or 1, x, y)
        made = axes.drawn(unit)
        for method, values in panel.results.items():
            drawn = axes.curve(values, COLORS[method])
            if method == "blind":  # often upon another curve, which is to be seen below
                drawn[0] = drawn[0].replace("stroke-width", 'stroke-dasharray="6 6" stroke-width')
                drawn[1:] = [dot.replace('r="3.5"', 'r="2"') for dot in drawn[1:]]
            made += drawn
        return made

    return page(title, [(name, COLORS[method], True) for method, name in names.items()], panels, panel_of)


def over_time(name, history, values_of, points=11):
    """`values_of` a method and the place of a release."""
    at = range(0, len(history["releases"]["blind"]), max(1, (len(history["releases"]["blind"]) - 1) // (points - 1)))
    return Panel(f"{name}, δ = {history['volume']:,}: release", [str(i + 1) for i in at],
                 {method: [values_of(method, i) for i in at] for method in NAMES})


def draw(tables):
    """The picture of each figure; histories of each table by (delta, m)."""
    made = {}
    made["figure1"] = curves("Figure 1: average relative error over time, s = 10 %, m = ε = 10", "%", [
        over_time(name, own[delta, 10], lambda method, i, h=own[delta, 10]: 100 * error(h, method, i))
        for name, own in tables.items() for delta in (5000, 40_000)])
    panels = []
    for name, own in tables.items():
        volume = own[5000, 10]["volume"]
        panels.append(Panel(f"{name}, δ = {volume:,}, m = ε = 10: s (%)", list(map(str, SELECTIVITIES)), {
            method: [100 * mean_error(own[5000, 10], method, s) for s in SELECTIVITIES] for method in NAMES}))
        panels.append(Panel(f"{name}, δ = {volume:,}, s = 10 %: m = ε", list(map(str, PARAMETERS)), {
            method: [100 * mean_error(own[5000, m], method, 10) for m in PARAMETERS] for method in NAMES}))
    made["figure2"] = curves("Figure 2: average relative error by selectivity and by m = ε", "%", panels)
    panels = []
    for name, own in tables.items():
        panels.append(Panel(f"{name}, m = ε = 10: δ", [f"{own[delta, 10]['volume']:,}" for delta in DELTAS], {
            method: [milliseconds(own[delta, 10], method) for delta in DELTAS] for method in NAMES}))
        panels.append(Panel(f"{name}, δ = {own[5000, 10]['volume']:,}: m = ε", list(map(str, PARAMETERS)), {
            method: [milliseconds(own[5000, m], method) for m in PARAMETERS] for method in NAMES}))
    made["figure3"] = curves("Figure 3: processor time of a release by update volume and by m = ε", "ms", panels)
    shown = [(name, own[delta, 10]) for delta in (1000, 5000, 40_000) for name, own in tables.items()]
    made["figure4"] = curves("Figure 4: rows that are not true, per release, m = ε = 10", "rows", [
        over_time(name, h, lambda method, i, h=h: h["releases"][method][i]["counterfeits"] +
                  h["releases"][method][i]["substitutes"]) for name, h in shown],
        {"m_invariance": "counterfeits (m-invariance)", "epsilon_inclusion": "substitutes (ε-inclusion)",
         "blind": "substitutes (blind)"})
    made["figure5"] = curves("Figure 5: loss (NCP) of the groups over time, m = ε = 10", "loss", [
        over_time(name, h, lambda method, i, h=h: h["releases"][method][i]["loss"]) for name, h in shown])
    return made
