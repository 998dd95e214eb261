"""The replies of the tools as text, for assistants that read no structured content: the same, in fewer words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

AID = "Wenli's renderings – reading aids, never to be quoted as the text:"
_OF_VERDICTS = {
    "exact": "It stands as quoted.",
    "normalized": "It stands; only script, spelling or punctuation differ.",
    "elided": "Its parts stand in order in one passage.",
    "altered": "It does not stand as quoted. Quote the stored words instead.",
    "misattributed": "It stands, but not where claimed. Cite the place where it stands.",
    "not_found": "It stands nowhere in these texts. Do not present it as a quotation from them.",
}


def of_search(found: dict[str, Any]) -> Iterator[str]:
    """Each passage with its place."""
    if not found["results"]:
        yield "Nothing is found. These texts may not tell; say so rather than answer from memory."
    for one in found["results"]:
        yield f"{_place(one)}\n{one['text']}"


def of_reading(read: dict[str, Any]) -> Iterator[str]:
    """Texts, renderings, and how to read on."""
    yield f"{read['zh']} ({read['en']}) {read['url']}"
    for one in read["texts"]:
        yield f"{_place(one)}\n{one['text']}"
    if read["renderings"]:
        yield "\n".join([AID, *(f"{r['ref']}: {r['zh_hant']} / {r['en']}" for r in read["renderings"])])
    if read["left_out"]:
        yield f"No room for {read['left_out_total']} more; read them by reference: {', '.join(read['left_out'])}."
    yield _around(read)


def of_verdict(judged: dict[str, Any]) -> Iterator[str]:
    """The verdict, then each place with what differs."""
    yield f"{judged['verdict']}: {_OF_VERDICTS[judged['verdict']]}"
    if judged["claim"] and not judged["claim"]["understood"]:
        yield f"The claim “{judged['claimed']}” was not understood, and not judged."
    for match in judged["matches"]:
        yield _match(match)
    if judged["truncated"]:
        yield f"It stands in {judged['total']} places in all."
    if judged["nearest"]:
        yield f"The nearest is another text: {_match(judged['nearest'])}"


def _match(match: dict[str, Any]) -> str:
    differs = f"\nDifference: {match['diff_text']}" if match["diff_text"] else ""
    return f"{_place(match)}\nStored words: {match['cited_text']}{differs}"


def of_reference(resolved: dict[str, Any]) -> Iterator[str]:
    """The reference with its names."""
    yield f"{resolved['ref']} ({resolved['kind']}): {resolved['zh']}; {resolved['en']}; {resolved['url']}"
    clauses = resolved["clauses"]
    many = f"{resolved['clauses_total']} clauses from {clauses[0]} on" if len(clauses) > 1 else ""
    yield "\n".join(line for line in (many, *resolved["urns"][:8]) if line)


def of_rite(told: dict[str, Any]) -> Iterator[str]:
    """The phases, or the steps with the clauses they tell."""
    yield f"{told['ref']} {told['name']} {told['url']}"
    if told["phases"]:
        yield "\n".join(f"{p['ref']} {p['name']} ({p['stage']}): {p['acts']} acts" for p in told["phases"])
        return
    yield "Steps are Wenli's summaries, never to be quoted as the text."
    for clause in told["clauses"]:
        steps = "\n".join(f"  – {_step(step, clause['ref'])}" for step in clause["steps"])
        yield f"{clause['ref']} {clause['text']}\n{steps}".rstrip()
    if told["left_out"]:
        yield f"No room for {', '.join(told['left_out'])}. Ask with expand false, or read them with read_passage."
    yield _around(told)


def _step(step: dict[str, Any], clause: str) -> str:
    again = f" [again, from {step['clause']}]" if step["clause"] != clause else ""
    basis = f" (who acts is understood: {step['basis']})" if step["basis"] not in (None, "stated") else ""
    return f"{step['words']}{again}{basis}"


def _place(one: dict[str, Any]) -> str:
    """``5.17.1 注 鄭玄, 《儀禮集釋》卷五·鄉射禮 17.1, jishi, /read/5.17.1#zheng.1``."""
    who = f"{one['layer']} {one['commentator']}" if one["commentator"] else one["layer"]
    through = f"–{one['through']}" if one.get("through") else ""
    return ", ".join(
        part for part in (f"{one['ref']}{through} {who}", one["label"], one["witness"], one["url"]) if part
    )


def _around(read: dict[str, Any]) -> str:
    before, after = (read[side]["ref"] if read[side] else "–" for side in ("previous", "next"))
    return f"Before: {before}. After: {after}."
