import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deleteOldFiles } from './build-web.ts'

test('deleteOldFiles keeps the files of recent builds for open tabs and deletes older ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'saathi-assets-'))
  const [recent, old] = [join(folder, 'app-new.js'), join(folder, 'app-old.js')]
  for (const file of [recent, old]) writeFileSync(file, '')
  utimesSync(old, 0, 0)
  deleteOldFiles(folder, Date.now() - 60_000)
  expect([existsSync(recent), existsSync(old)]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})
