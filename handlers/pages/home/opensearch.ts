import { endpoint } from '../../../lib/http/endpoint.ts'
import { originOf } from '../../../lib/web/page.tsx'

const type = 'application/opensearchdescription+xml; charset=utf-8'

/** Describes the search to browsers, so that people can look words up in the address bar (OpenSearch 1.1). */
export default endpoint(
  {
    method: 'GET',
    path: '/opensearch.xml',
    summary: 'Describe the search to browsers',
    tag: 'service',
    access: 'public',
    responses: { 200: { media: [type] } },
  },
  ({ ctx, request, reply }) => reply(200, describeSearch(originOf(ctx, request))),
)

const describeSearch = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Glossary</ShortName>
  <Description>Look up what a word means here.</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/x-icon">${origin}/favicon.ico</Image>
  <Url type="text/html" template="${origin}/t?q={searchTerms}"/>
</OpenSearchDescription>
`
