"""A client that openapi-python-client has generated: tests/generated-clients.test.ts runs it with BASE TOKEN."""

import importlib
import pkgutil
import sys
from uuid import UUID

import glossary
from glossary import AuthenticatedClient
from glossary.api.export import export_terms
from glossary.api.import_ import import_terms
from glossary.api.terms import create_term, explain_text, vote_for_term
from glossary.models import (
    Alias,
    ExportTermsFormat,
    ExportTermsStatus,
    ImportTermsJsonBodyItem,
    NewTerm,
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

created = create_term.sync(client=client, body=NewTerm(name="SLO", definition="A goal.", aliases=["goal"]))
assert created.status is TermStatus.PENDING
assert isinstance(created.id, UUID)
assert isinstance(created.aliases[0], Alias)

voted = vote_for_term.sync(created.id, client=client)
assert voted.vote_count == 1

rows = [{"name": "SLI", "definition": "A measure."}, {"name": "MTTR", "definition": "A mean time."}]
imported = import_terms.sync(client=client, body=[ImportTermsJsonBodyItem.from_dict(row) for row in rows])
assert imported.totals.created == 2

explained = explain_text.sync(client=client, body=TextToExplain(text="Our SLO and MTTR"))
assert [match.text for match in explained.matches] == ["SLO", "MTTR"]
assert explained.matches[0].term_ids == [created.id]

exported = export_terms.sync_detailed(client=client, format_=ExportTermsFormat.CSV, status=ExportTermsStatus.ALL)
assert exported.status_code == 200
lines = exported.content.decode().splitlines()
assert [line.split(",")[1] for line in lines[1:]] == ['"MTTR"', '"SLI"', '"SLO"']

refused = create_term.sync(client=client, body=NewTerm(name="SLO", definition="Again."))
assert isinstance(refused, Problem)
assert refused.existing_id == created.id
