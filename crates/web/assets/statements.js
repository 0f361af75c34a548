// Statements of the calculator: texts of the rule language, which only a program that reads rule files evaluates.

const WORDS = /\b(?:def|for|if|elif|else|lambda|return|in|not|and|or|True|False|None)\b/;
const CALLS = /\b(?:table|plot|game|value|confused|print|range|len|list|tuple|dict|set|str|repr|int|bool|sum|min|max|abs|all|any|sorted|reversed|enumerate|zip|map|filter|fail|struct|type|partial)\(/;
const NAMED = /(?:^|[;\n])[ \t]*(?!let\b)[A-Za-z_]\w*[ \t]*[+-]?=(?!=)/;
const LIST = /(?:^|[^\^↑↓v])\[/;

/** Whether a text may be statements: always where it is, and sometimes where it is an expression. */
export const isStatements = (text) => /\S[ \t]*\n\s*\S/.test(text) || text.includes('"') || [WORDS, CALLS, NAMED, LIST].some((sign) => sign.test(text));

/** Whether a text gives names. */
export const givesNames = (text) => /^\s*let\b/.test(text) || /(?:^|\n)[ \t]*def\b/.test(text) || NAMED.test(text);
