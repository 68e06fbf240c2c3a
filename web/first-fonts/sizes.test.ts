import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fontsFolder, makeFonts } from './make.ts'
import { scripts } from './scripts.ts'

const LIMIT_KB = 90

test('[NAV-06] the first file of each script is small', async () => {
  await makeFonts()
  const sizes = scripts.map(({ name }) => [name, statSync(join(fontsFolder, `anek-${name}-first.woff2`)).size / 1024] as const)
  expect(sizes.filter(([, kb]) => kb > LIMIT_KB)).toEqual([])
})
