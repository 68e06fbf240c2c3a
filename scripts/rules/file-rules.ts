import { basename } from 'node:path'
import type { Rule } from './rule.ts'
import { isTest } from './source.ts'

const MAX_LINES = 300
const vagueNames = /^(index|utils?|helpers?|types?|constants?|common|misc|shared|lib)$/

/** Tools that load a file by name expect a default export. */
const loadedByTool = /\.config\.ts$|(^|\/)global-setup\.ts$/

const names: Rule = {
  title: 'a file is named after its content: no index, utils, helpers, types, constants, common',
  check: ({ path }) => {
    const parts = path.split('/').map((part) => part.replace(/\.\w+$/, ''))
    const vague = parts.find((part) => vagueNames.test(part) || /-(utils?|helpers?|types|constants)$/.test(part))
    return vague ? [{ line: 1, what: `"${vague}" says nothing about the content` }] : []
  },
  bad: [
    { path: 'web/src/chat/index.ts', text: '' },
    { path: 'server/src/core/utils/dates.ts', text: '' },
    { path: 'contract/src/chat/chat-types.ts', text: '' },
  ],
  good: [{ path: 'web/src/chat/channel-list.tsx', text: '' }],
}

const kebab: Rule = {
  title: 'file names are kebab-case',
  check: ({ path }) =>
    /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/.test(basename(path)) ? [] : [{ line: 1, what: 'is not kebab-case' }],
  bad: [{ path: 'web/src/chat/ChannelList.tsx', text: '' }],
  good: [{ path: 'server/src/chat/chat.api.test.ts', text: '' }],
}

const length: Rule = {
  title: `a file stays under ${MAX_LINES} lines`,
  check: ({ path, text }) => {
    const lines = text.trimEnd().split('\n').length
    if (lines < MAX_LINES || isTest(path) || path.endsWith('.gen.ts')) return []
    return [{ line: lines, what: `has ${lines} lines; split it by use` }]
  },
  bad: [{ path: 'server/src/chat/service.ts', text: 'void 0\n'.repeat(MAX_LINES) }],
  good: [{ path: 'server/src/chat/service.ts', text: 'void 0\n'.repeat(MAX_LINES - 1) }],
}

const exportAll: Rule = {
  title: 'nothing is exported by star or by default',
  check: ({ path, nodes, lineOf }) =>
    nodes
      .filter(({ type }) => type === 'ExportAllDeclaration' || (type === 'ExportDefaultDeclaration' && !loadedByTool.test(path)))
      .map(({ type, start }) => ({ line: lineOf(start), what: type === 'ExportAllDeclaration' ? 'export *' : 'export default' })),
  bad: [
    { path: 'web/src/chat/public.ts', text: `export * from './cache.ts'` },
    { path: 'web/src/chat/page.tsx', text: `export default function Page() {}` },
  ],
  good: [{ path: 'vitest.config.ts', text: `export default {}` }],
}

const machinePaths: Rule = {
  title: 'no source file contains a path that exists on one machine only',
  check: ({ text }) =>
    text.split('\n').flatMap((content, index) => {
      const found = /(?<![\w.])(\/(?:home|Users|work|root)\/\w+|[A-Z]:\\\\?Users)/.exec(content)
      return found ? [{ line: index + 1, what: `names ${found[0]}` }] : []
    }),
  bad: [{ path: 'scripts/dev.ts', text: `const data = '${['', 'home', 'asha', 'data'].join('/')}'` }],
  good: [{ path: 'scripts/dev.ts', text: `const data = './data'` }],
}

export const fileRules = [names, kebab, length, exportAll, machinePaths]
