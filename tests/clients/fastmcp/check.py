"""The FastMCP client against a server, over HTTP and over stdio.

What the server says is judged by the client's own code: its models refuse an invalid entry while it lists, and its
`read_skill` refuses a skill with a file whose size or digest differs from the entry, or whose frontmatter, read with
PyYAML, does. Before protocol 2026-07-28 this client knows no skills.
"""

import asyncio
import os
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport, StreamableHttpTransport
from fastmcp.skills.client import SkillsClientExtension
from mcp.shared.exceptions import MCPError

PROTOCOL = "2026-07-28"
PAGE_SIZE = 2


class Doubter(Client):
    """A client that was promised another digest for the first file of a skill."""

    async def get_skill(self, uri, **options):
        skill = (await super().get_skill(uri, **options)).model_copy(deep=True)
        skill.resources[0].digest = "sha256:" + "0" * 64
        return skill


def is_for_staff(skill):
    return skill.frontmatter.root.get("metadata", {}).get("audience") == "staff"


async def list_pages(client):
    """Every entry, page by page as the server gives them, and how many pages there were."""
    entries, pages, cursor = [], 0, None
    while pages == 0 or cursor is not None:
        page = await client.list_skills_mcp(cursor=cursor)
        assert len(page.skills) <= PAGE_SIZE, f"a page of {len(page.skills)} skills"
        entries += page.skills
        cursor = page.next_cursor
        pages += 1
    return entries, pages


async def check_skill(client, entry):
    """Reads every file of a skill. How many there were, and how many verifications they passed."""
    got = await client.get_skill(entry.uri)
    assert got == entry, f"{entry.uri} differs between list and get"
    skill = await client.read_skill(entry.uri)
    assert skill.frontmatter.root == entry.frontmatter.root
    assert len(skill.files) == len(entry.resources)
    # Size and digest of every file, and the frontmatter.
    return len(skill.files), len(skill.files) + 1


async def check_skills(client):
    everything = await client.list_skills()
    entries, pages = await list_pages(client)
    assert entries == everything, "the pages differ from the whole list"
    assert pages > 1, "the server lists everything on one page"
    files, verified = 0, 0
    for entry in entries:
        read, passed = await check_skill(client, entry)
        files += read
        verified += passed
    return entries, pages, files, verified


async def refused(request):
    """A2, D10: whoever may not see a skill is refused as if there were none."""
    try:
        await request
    except MCPError as error:
        assert error.error.code == -32602, error
    else:
        raise AssertionError("a concealed skill was not refused")


async def refuses_concealed(client, skill):
    await refused(client.get_skill(skill.uri))
    for resource in skill.resources:
        await refused(client.read_resource(resource.uri))


async def refuses_another_digest(client, skill):
    """Makes sure that the client would have noticed a wrong file."""
    try:
        await client.read_skill(skill.uri)
    except ValueError as error:
        assert "does not match its manifest digest" in str(error), error
    else:
        raise AssertionError("another digest was not noticed")


def open_client(transport, kind=Client, mode="auto"):
    # A pinned version would be adopted without asking the server what it serves.
    return kind(transport, mode=mode, cache=False, extensions=[SkillsClientExtension()])


async def knows_no_skills_before(transport):
    """Makes sure that nothing could be checked in a session of an earlier protocol."""
    async with open_client(transport, mode="legacy") as client:
        try:
            await client.list_skills()
        except RuntimeError as error:
            assert "requires a modern MCP connection" in str(error), error
        else:
            raise AssertionError("this client knows skills before 2026-07-28 by now: check them")


def connections(url, token, command, arguments):
    # A server on standard streams has one caller, who started it.
    yield "http", "staff", lambda: StreamableHttpTransport(url, auth=token)
    yield "http", "other", lambda: StreamableHttpTransport(url)
    with open(os.devnull, "w") as nowhere:
        yield "stdio", "local", lambda: StdioTransport(command, arguments, keep_alive=False, log_file=nowhere)


async def main(url, token, command, *arguments):
    await knows_no_skills_before(StreamableHttpTransport(url))
    everything = None
    for transport, caller, make in connections(url, token, command, list(arguments)):
        async with open_client(make()) as client:
            assert client.protocol_version == PROTOCOL
            entries, pages, files, verified = await check_skills(client)
            everything = everything or entries
            concealed = [skill for skill in everything if caller == "other" and is_for_staff(skill)]
            assert entries == [skill for skill in everything if skill not in concealed]
            assert caller != "other" or len(concealed) >= 2, "too few skills to conceal"
            for skill in concealed:
                await refuses_concealed(client, skill)
        async with open_client(make(), Doubter) as client:
            await refuses_another_digest(client, entries[0])
        print("fastmcp", transport, PROTOCOL, caller, len(entries), pages, files, verified, sep="\t", flush=True)


asyncio.run(main(*sys.argv[1:]))
