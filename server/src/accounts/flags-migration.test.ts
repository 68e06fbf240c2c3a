import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, shippedFolder } from '#core/db/migrate.ts'
import { openDatabase } from '#core/db/open.ts'
import { createEmptyDatabase } from '../../test/database.ts'

const quiet = () => {}
const LAST_BEFORE = '0023_languages.sql'

test('existing members of a mentorship get chat and calls, except where staff decided otherwise', async () => {
  const empty = await createEmptyDatabase()
  const { pool, close } = openDatabase({ url: empty.url, log: quiet })
  const folder = mkdtempSync(join(tmpdir(), 'saathi-migrations-'))
  onTestFinished(async () => {
    rmSync(folder, { recursive: true })
    await close()
    await empty.drop()
  })
  for (const name of readdirSync(shippedFolder)) if (name <= LAST_BEFORE) cpSync(join(shippedFolder, name), join(folder, name))
  await migrate(pool, { log: quiet, folder })

  const before = `session = 'use', survey = 'use', curriculum = 'show', chattype = 'show', ai_chat = 'use'`
  const insert = async (email: string) => {
    const person = `insert into person (email, provider, role, first_name, last_name, language_code, created_at)
      values ($1, 'normal', 'Mentee', 'A', 'B', 'en', now()) returning id`
    const { rows } = await pool.query<{ id: number }>(person, [email])
    const id = Number(rows[0]?.id)
    await pool.query('insert into experience (person_id) values ($1)', [id])
    await pool.query(`update experience set ${before} where person_id = $1`, [id])
    return id
  }
  const alone = await insert('alone@saathi.example')
  const paired = await insert('paired@saathi.example')
  const decided = await insert('decided@saathi.example')
  await pool.query(`insert into project (key, name, group_type) values ('p', 'P', '1to1')`)
  await pool.query(`insert into mentorship (project_id, group_type, started_at) select id, '1to1', now() from project`)
  await pool.query(
    `insert into mentorship_member (mentorship_id, person_id, part, joined_at)
     select mentorship.id, person.id, case person.id when $1 then 'mentee' else 'pair_manager' end, now()
     from mentorship, person where person.id in ($1, $2)`,
    [paired, decided],
  )
  await pool.query(
    `insert into staff_act (number, at, staff_id, call, named, address, seal)
     values (1, now(), 1, 'PUT /api/v2/staff/people/:personId/flags/', $1, '127.0.0.1', decode(repeat('00', 32), 'hex'))`,
    [JSON.stringify({ params: { personId: decided }, body: { video: '…', mentorshipChat: '…' } })],
  )
  await migrate(pool, { log: quiet })

  const { rows } = await pool.query(
    'select person_id::int, curriculum, chattype, mentorship_chat, video from experience where person_id = any($1) order by 1',
    [[alone, paired, decided]],
  )
  expect(rows).toEqual([
    { person_id: alone, curriculum: 'show', chattype: 'use', mentorship_chat: 'show', video: 'show' },
    { person_id: paired, curriculum: 'use', chattype: 'use', mentorship_chat: 'use', video: 'use' },
    { person_id: decided, curriculum: 'use', chattype: 'use', mentorship_chat: 'off', video: 'off' },
  ])
})
