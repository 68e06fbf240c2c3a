import { spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const here = import.meta.dirname
let folder = ''

/** A scratch project with a fake npm that only records how it was called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'saathi-install-'))
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'bin'))
  for (const name of ['install.mjs', 'lock.mjs']) copyFileSync(join(here, name), join(folder, 'scripts', name))
  writeFileSync(join(folder, 'package.json'), '{"workspaces":[]}')
  writeFileSync(join(folder, 'package-lock.json'), '{}')
  npmDoes('mkdir -p node_modules/.bin; exit 0')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function npmDoes(script: string) {
  const npm = join(folder, 'bin/npm')
  writeFileSync(npm, `#!/bin/sh\nif [ "$1" = --version ]; then echo 11.0.0; exit 0; fi\necho "$*" >> calls\n${script}\n`)
  chmodSync(npm, 0o755)
}

const calls = () => {
  const file = join(folder, 'calls')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

function install(): Promise<{ code: number | null; output: string }> {
  const { npm_execpath: _cli, npm_config_user_agent: _agent, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/install.mjs'], {
    cwd: folder,
    env: { ...env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
  })
  let output = ''
  child.stdout.on('data', (bytes) => (output += bytes))
  child.stderr.on('data', (bytes) => (output += bytes))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

test('a fresh clone is installed once, without install scripts and without touching the lock file', async () => {
  expect(await install()).toMatchObject({ code: 0 })
  expect(await install()).toEqual({ code: 0, output: '' })
  expect(calls()).toHaveLength(1)
  expect(calls()[0]).toContain('install --no-save --ignore-scripts --no-audit --no-fund')
})

test('a changed lock file triggers another installation', async () => {
  await install()
  writeFileSync(join(folder, 'package-lock.json'), '{"a":1}')
  await install()
  expect(calls()).toHaveLength(2)
})

test('two installations at the same time run npm once', async () => {
  npmDoes('sleep 1; mkdir -p node_modules/.bin')
  const both = await Promise.all([install(), install()])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(calls()).toHaveLength(1)
})

test('a lock left by a killed installation does not block the next', async () => {
  mkdirSync(join(folder, '.cache'))
  const dead = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => dead.once('close', resolve))
  writeFileSync(join(folder, '.cache/install.lock'), String(dead.pid))
  expect(await install()).toMatchObject({ code: 0 })
})

test('a failed installation prints one clear line with the reason from npm, and is tried again', async () => {
  npmDoes('echo "npm error code ENOTFOUND" >&2; echo "npm error network request failed" >&2; exit 1')
  const { code, output } = await install()
  expect(code).toBe(1)
  expect(output.trim().split('\n').at(-1)).toBe('The installation failed: ENOTFOUND / network request failed')
  expect(output).not.toMatch(/\n\s+at /)
  await install()
  expect(calls()).toHaveLength(2)
})

test('a lock file changed by npm is restored, with a message', async () => {
  npmDoes('mkdir -p node_modules/.bin; echo changed > package-lock.json')
  const { output } = await install()
  expect(output).toContain('it was put back')
  expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe('{}')
})

test('a Node version that is too old is named in one line', async () => {
  npmDoes('mkdir -p node_modules/.bin')
  writeFileSync(join(folder, 'bin/node'), '#!/bin/sh\necho v20.1.0\n')
  chmodSync(join(folder, 'bin/node'), 0o755)
  const { code, output } = await install()
  expect(code).toBe(1)
  expect(output).toContain('Saathi needs Node 24 or newer; found v20.1.0.')
})
