import type { Rule } from './rule.ts'
import { isTest, nameOf, stringOf } from './source.ts'

const isTestFile = (path: string) => /\.(test|e2e)\.tsx?$/.test(path)

const allRun: Rule = {
  title: 'every test runs: no skip, only, todo, fixme, retry',
  check: ({ path, nodes, lineOf }) => {
    if (!isTest(path)) return []
    return nodes.flatMap((node) => {
      const name = node.type === 'MemberExpression' ? nameOf(node) : ''
      const found = /^(test|it|describe|suite)(\.\w+)*\.(skip|skipIf|only|todo|fixme|fail|fails)$/.exec(name)
      return found ? [{ line: lineOf(node.start), what: name }] : []
    })
  },
  bad: [
    { path: 'web/src/chat/cache.test.ts', text: `test.skip('x', () => {})` },
    { path: 'e2e/chat.e2e.ts', text: `test.describe.only('x', () => {})` },
  ],
  good: [{ path: 'web/src/chat/cache.test.ts', text: `test('x', () => {})` }],
}

const noSleep: Rule = {
  title: 'no test sleeps',
  check: ({ path, nodes, imports, lineOf }) => {
    if (!isTestFile(path)) return []
    const calls = nodes
      .filter(
        ({ type, callee }) =>
          type === 'CallExpression' && /(^|(?<!^test)\.)(setTimeout|waitForTimeout|sleep|delay|pause)$/.test(nameOf(callee)),
      )
      .map(({ start }) => ({ line: lineOf(start), what: 'waits for time to pass; wait for the expected result' }))
    const timers = imports
      .filter(({ target }) => target === 'node:timers/promises')
      .map(({ line }) => ({ line, what: 'imports a sleep' }))
    return [...calls, ...timers]
  },
  bad: [
    { path: 'web/src/chat/cache.test.ts', text: `await new Promise((resolve) => setTimeout(resolve, 100))` },
    { path: 'e2e/chat.e2e.ts', text: `await page.waitForTimeout(100)` },
    { path: 'server/src/chat/chat.api.test.ts', text: `import { setTimeout } from 'node:timers/promises'` },
  ],
  good: [{ path: 'e2e/chat.e2e.ts', text: `test.setTimeout(90_000)\nawait expect(page.getByText('x')).toBeVisible()` }],
}

const noSnapshots: Rule = {
  title: 'no test asserts by snapshot',
  check: ({ path, nodes, lineOf }) => {
    if (!isTestFile(path)) return []
    return nodes
      .filter(
        ({ type, callee }) =>
          type === 'CallExpression' && /\.(toMatch\w*Snapshot|toHaveScreenshot|toMatchScreenshot)$/.test(nameOf(callee)),
      )
      .map(({ start }) => ({ line: lineOf(start), what: 'compares with a snapshot' }))
  },
  bad: [{ path: 'web/src/chat/cache.test.ts', text: `expect(a).toMatchInlineSnapshot('x')` }],
  good: [{ path: 'web/src/chat/cache.test.ts', text: `expect(a).toBe('x')` }],
}

const titles: Rule = {
  title: 'a title carries at most one requirement id',
  check: ({ path, nodes, lineOf }) => {
    if (!isTestFile(path)) return []
    return nodes.flatMap(({ type, callee, arguments: args, start }) => {
      const isTitled = type === 'CallExpression' && /^(test|it|describe)(\.|$)/.test(nameOf(callee))
      const title = isTitled && Array.isArray(args) ? (stringOf(args[0]) ?? '') : ''
      return (title.match(/[A-Z]{3}-\d{2}/g) ?? []).length > 1
        ? [{ line: lineOf(start), what: 'carries two ids; split the test' }]
        : []
    })
  },
  bad: [{ path: 'web/src/chat/cache.test.ts', text: `test('[CHT-01] [CHT-02] x', () => {})` }],
  good: [{ path: 'web/src/chat/cache.test.ts', text: `test('[CHT-01] x', () => {})` }],
}

export const testRules = [allRun, noSleep, noSnapshots, titles]
