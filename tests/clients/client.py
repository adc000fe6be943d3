"""A client that openapi-python-client has generated: tests/generated-clients.test.ts runs it with BASE TOKEN."""

import importlib
import pkgutil
import sys
from uuid import UUID

import glossary
from glossary import AuthenticatedClient
from glossary.api.export import get_export
from glossary.api.import_ import post_import
from glossary.api.terms import post_explain, post_terms, post_terms_id_vote
from glossary.models import (
    Alias,
    GetExportFormat,
    GetExportStatus,
    NewTerm,
    PostImportJsonBodyItem,
    Problem,
    TermStatus,
    TextToExplain,
)

modules = [module.name for module in pkgutil.walk_packages(glossary.__path__, "glossary.")]
assert len(modules) > 100
for module in modules:
    importlib.import_module(module)

base, token = sys.argv[1:]
client = AuthenticatedClient(base_url=base, token=token)

created = post_terms.sync(client=client, body=NewTerm(name="SLO", definition="A goal.", aliases=["goal"]))
assert created.status is TermStatus.PENDING
assert isinstance(created.id, UUID)
assert isinstance(created.aliases[0], Alias)

voted = post_terms_id_vote.sync(created.id, client=client)
assert voted.vote_count == 1

rows = [{"name": "SLI", "definition": "A measure."}, {"name": "MTTR", "definition": "A mean time."}]
imported = post_import.sync(client=client, body=[PostImportJsonBodyItem.from_dict(row) for row in rows])
assert imported.totals.created == 2

explained = post_explain.sync(client=client, body=TextToExplain(text="Our SLO and MTTR"))
assert [match.text for match in explained.matches] == ["SLO", "MTTR"]
assert explained.matches[0].term_ids == [created.id]

exported = get_export.sync_detailed(client=client, format_=GetExportFormat.CSV, status=GetExportStatus.ALL)
assert exported.status_code == 200
lines = exported.content.decode().splitlines()
assert [line.split(",")[1] for line in lines[1:]] == ['"MTTR"', '"SLI"', '"SLO"']

refused = post_terms.sync(client=client, body=NewTerm(name="SLO", definition="Again."))
assert isinstance(refused, Problem)
assert refused.existing_id == created.id
