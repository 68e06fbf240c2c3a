import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'
import { generateTables } from './generate-tables.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { fast, scratchFolder } from './test-scratch.ts'

// The path on Debian and Ubuntu of the oldest PostgreSQL that Saathi supports.
const bin = '/usr/lib/postgresql/15/bin'

test.runIf(existsSync(bin))(
  'the migrations create the same tables on PostgreSQL 15',
  async () => {
    const texts = []
    for (const programs of [{ bin }, {}]) {
      const postgres = await startEmbeddedPostgres({ dataDir: scratchFolder(), settings: fast, ...programs })
      const { pool, close } = openDatabase({ url: postgres.url, log: () => {} })
      await migrate(pool, { log: () => {} })
      const { rows } = await pool.query<{ major: number }>("select current_setting('server_version_num')::int / 10000 as major")
      texts.push({ major: rows[0]?.major, tables: await generateTables(pool) })
      await close()
      await postgres.stop()
    }
    expect(texts.map(({ major }) => major)).toEqual([15, 18])
    expect(texts[0]?.tables).toBe(texts[1]?.tables)
  },
  40_000,
)
