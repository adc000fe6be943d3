/**
 * What begins each inline and block rule of Markdown, and what ends it: the names are those of the parser's rules. A
 * rule without signs fails the test.
 */
export const markdownSigns: Record<string, readonly (readonly [open: string, close: string])[]> = {
  Escape: [
    ['\\', ''],
    ['\\*', ''],
  ],
  Entity: [
    ['&', ';'],
    ['&#x', 'f;'],
  ],
  InlineCode: [
    ['`', '`'],
    ['``', '``'],
  ],
  HTMLTag: [
    ['<a ', '>'],
    ['</a', ' >'],
    ['<a b="', '">'],
    ['<!--', '-->'],
    ['<?', '?>'],
    ['<!A', '>'],
    ['<![CDATA[', ']]>'],
  ],
  Emphasis: [
    ['*', '*'],
    ['__', '__'],
    ['***', '*'],
  ],
  Strikethrough: [
    ['~~', '~~'],
    ['~', '~'],
  ],
  HardBreak: [
    ['  \n', ''],
    ['\\\n', ''],
  ],
  Link: [
    ['[', ']'],
    ['[', '](b)'],
    ['[a](', ')'],
    ['[a](<', '>)'],
    ['[a](b "', '")'],
    ['[', '][b]'],
  ],
  Image: [
    ['![', ']'],
    ['![', '](b)'],
  ],
  Autolink: [
    ['<a.b:x', '>'],
    ['<a@b', '>'],
    ['http://a.b/', ' '],
    ['http://a.b/(', ')'],
    ['http://a.b/&amp;', ''],
    ['www.a.b', ' '],
    ['www.a_', ''],
    ['a@b-', '_'],
    ['mailto:a@b.c', ''],
    ['xmpp:a@b.c/', ' '],
  ],
  LinkEnd: [[']', '']],
  LinkReference: [
    ['[a]: b\n', ''],
    ['[a]: <', '>\n'],
    ['[a]: b "', '"\n'],
    ['[a]:\n', ''],
  ],
  IndentedCode: [
    ['    a\n', ''],
    ['\ta\n', ''],
  ],
  FencedCode: [
    ['```\n', '```\n'],
    ['~~~a\n', '~~~\n'],
  ],
  Blockquote: [
    ['> ', ''],
    ['\n> ', ''],
    ['>\n', ''],
  ],
  HorizontalRule: [
    ['---\n', ''],
    ['- - ', ''],
  ],
  BulletList: [
    ['- ', ''],
    ['\n- ', ''],
    ['\n  - ', ''],
    ['+\n', ''],
  ],
  OrderedList: [
    ['1. ', ''],
    ['\n1) ', ''],
  ],
  ATXHeading: [
    ['\n# ', ''],
    ['######', ' #'],
  ],
  HTMLBlock: [
    ['<div>\n', '</div>\n'],
    ['\n<!--', '-->\n'],
    ['<pre>\n', '</pre>\n'],
    ['\n<?', '?>\n'],
  ],
  Table: [
    ['a|b\n-|-\n', ''],
    ['|', '|\n'],
    ['|a|\n|-|\n|', '|\n'],
  ],
  SetextHeading: [
    ['a\n===\n', ''],
    ['=\n', ''],
  ],
  TaskList: [
    ['- [ ] ', ''],
    ['\n- [x] ', ''],
  ],
}
