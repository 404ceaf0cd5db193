"""How long people wait for the page, and how much they load."""

from playwright.sync_api import Response

from tests.web.conftest import Visit

PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
SCRIPTS = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith(".js")).map(({ encodedBodySize }) => encodedBodySize)"""
TRIES = 3  # the best of them counts: others use this machine, too


def test_the_first_paint_comes_within_a_second(visit: Visit) -> None:
    times = []
    for _ in range(TRIES):
        ann = visit()
        ann.go()
        ann.button("Play now").first.wait_for()
        times.append(float(ann.page.evaluate(PAINT)))
    assert min(times) < 1_000, times


def test_all_scripts_are_small(visit: Visit) -> None:
    ann = visit(locale="nl")
    loaded = 0
    for path, content in (("/", "article"), ("/new/algoracing", "form"), ("/settings", "h1")):
        ann.go(path)
        ann.the(content).first.wait_for()
        loaded = max(loaded, sum(ann.page.evaluate(SCRIPTS)))
    ann.play()
    ann.the(".target").first.wait_for()
    loaded = max(loaded, sum(ann.page.evaluate(SCRIPTS)))
    assert 10_000 < loaded < 250_000


def test_scripts_come_compressed_and_are_kept(visit: Visit) -> None:
    ann = visit()
    answers: list[Response] = []

    def note(answer: Response) -> None:
        answers.append(answer)

    ann.page.on("response", note)
    ann.go()
    ann.button("Play now").first.wait_for()
    scripts = [answer for answer in answers if answer.url.endswith(".js")]
    assert scripts
    for answer in scripts:
        short = int(answer.headers.get("content-length", 0)) < 2_000
        assert answer.headers.get("content-encoding") == "gzip" or short, answer.url
        assert "immutable" in answer.headers["cache-control"]  # a second visit loads none of it
