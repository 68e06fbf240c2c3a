import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { forgetOldFiles } from './build-web.ts'

test('files of recent builds stay for open tabs, older ones go', () => {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-assets-'))
  const [recent, old] = [join(folder, 'app-new.js'), join(folder, 'app-old.js')]
  for (const file of [recent, old]) writeFileSync(file, '')
  utimesSync(old, 0, 0)
  forgetOldFiles(folder, Date.now() - 60_000)
  expect([existsSync(recent), existsSync(old)]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})
