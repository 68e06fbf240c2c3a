import { randomUUID } from 'node:crypto'
import { updateProfile } from '@saathi/contract/accounts/calls'
import { makePicture } from '#core/files/test-pictures.ts'
import { sendUpload } from '#core/files/test-upload.ts'
import type { TestServer } from './harness.ts'
import { buildPost, words as texts } from './feed-posts.ts'
import { buildCase } from './help-cases.ts'
import { plantCalendar } from './plant-calendar.ts'
import { plantChat } from './plant-chat.ts'
import { buildSession } from './hub-sessions.ts'
import { buildMentorship, buildMentorshipSession } from './mentorships.ts'
import { plantCourse } from './plant-course.ts'
import { plantImport } from './plant-import.ts'
import { plantMatching } from './plant-matching.ts'
import { plantSurveys } from './plant-surveys.ts'
import { plantVideo } from './plant-video.ts'

/**
 * A person who has left a unique word in every column that a person can fill. Most of learning stores only progress, so its
 * sessions are recognised by their title.
 */
export async function plantPerson(server: TestServer, { email }: { email?: string } = {}) {
  const token = randomUUID().slice(0, 8).replaceAll('-', '')
  const words = new Map<string, string>()
  const word = (where: string) => {
    const text = `planted-${token}-${where}`
    words.set(where, text)
    return text
  }
  const address = email ?? `${word('address')}@saathi.example`
  const personId = await server.buildPerson({ email: address })
  const title = `Titled ${token}`
  await plantFiles(server, personId, word)
  await plantAccount(server, personId, address, word)
  await plantImport(server, personId, word)
  const act = { call: 'GET /', named: {}, address: '127.0.0.1', staffId: personId, personId, reason: word('reason') }
  await server.app.staffActs.record(server.db, { ...act, at: server.clock.now() })
  await plantNotices(server, personId, address, word)
  const caseId = await buildCase(server, { personId, body: word('help') })
  const presence = { case_id: caseId, person_id: personId, is_writing: false, seen_at: server.clock.now() }
  await server.db.insertInto('help_presence').values(presence).execute()
  await plantFeed(server, personId, title)
  await plantLearning(server, personId, title, word)
  await plantSurveys(server, personId, title, word)
  const sessions = [await buildMentorshipSession(server, { title })]
  const mentorship = await buildMentorship(server, { menteeIds: [personId], sessions })
  await plantCourse(server, personId, mentorship.id, word)
  await plantMatching(server, personId, word)
  await plantCalendar(server, personId, mentorship.id, word)
  await plantChat(server, personId, mentorship.id, word)
  await plantVideo(server, personId, mentorship.id, word)
  return { personId, address, words, title }
}
type Word = (where: string) => string

async function plantFiles(server: TestServer, personId: number, word: Word) {
  const bytes = Buffer.from(`%PDF-1.4\n% ${word('bytes')}\n%%EOF`)
  const letter = { bytes, name: `${word('file-name')}.pdf`, type: 'application/pdf', purpose: 'document' }
  if ((await sendUpload(server, personId, letter)).status !== 200) throw new Error('the upload of the letter failed')
  const form = new FormData()
  form.set('first_name', 'Planted')
  form.set('picture', new File([new Uint8Array(await makePicture())], `${word('picture-name')}.jpg`, { type: 'image/jpeg' }))
  const encoded = new Response(form)
  const changed = await server.app.inject({
    method: 'PUT',
    url: updateProfile.path,
    headers: {
      authorization: `Bearer ${await server.tokenFor(personId)}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  if (changed.statusCode !== 200) throw new Error(changed.body)
}

async function plantAccount({ db, clock }: TestServer, personId: number, address: string, word: Word) {
  const now = clock.now()
  const later = new Date(now.getTime() + 3_600_000)
  await db
    .updateTable('person')
    .set({
      password_hash: word('password'),
      google_subject: word('subject'),
      first_name: word('first-name'),
      last_name: word('last-name'),
      bio: word('bio'),
      phone_number: word('phone'),
      picture_url: word('portrait'),
      totp_key: Buffer.from(word('authenticator')),
    })
    .where('id', '=', personId)
    .execute()
  await db.updateTable('experience').set({ internship: 'show' }).where('person_id', '=', personId).execute()
  await db.insertInto('consent').values({ person_id: personId, kind: 'declaration', version: 4711, given_at: now }).execute()
  const signIn = await db
    .updateTable('sign_in')
    .set({ device: word('device') })
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('refresh_token')
    .values({ hash: Buffer.from(word('refresh')), sign_in_id: signIn.id, issued_at: now, expires_at: later })
    .execute()
  await db
    .insertInto('device')
    .values({
      registration_hash: Buffer.from(word('registration-hash')),
      registration_id: word('registration'),
      person_id: personId,
      sign_in_id: signIn.id,
      type: 'web',
      registered_at: now,
    })
    .execute()
  await db.insertInto('staff_right').values({ person_id: personId, role: 'Viewer', given_at: now }).execute()
  await db
    .insertInto('recovery_code')
    .values({ person_id: personId, code_hash: Buffer.from(word('recovery')) })
    .execute()
  await db.insertInto('authenticator_reset').values({ person_id: personId, requested_at: now, expires_at: now }).execute()
  await db
    .insertInto('staff_note')
    .values({ person_id: personId, written_at: now, text: word('note') })
    .execute()
  const contact = { client_id: randomUUID(), person_id: personId, how: 'call', was_reached: true, at: now, noted_at: now }
  await db
    .insertInto('staff_contact')
    .values({ ...contact, note: word('contact') })
    .execute()
  await db
    .insertInto('next_contact')
    .values({ person_id: personId, staff_id: personId, on_day: '2026-11-18', planned_at: now })
    .execute()
  const project = await db
    .insertInto('project')
    .values({ key: randomUUID(), name: 'Planted', group_type: '1to1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await db
    .insertInto('work_item')
    .values({
      rule: 'contact_overdue',
      subject: 'person',
      subject_id: personId,
      project_id: project.id,
      person_id: personId,
      since: now,
      due_at: now,
      limit_value: 0,
      fact: '{}',
      snoozed_until: '2026-12-01',
      snooze_reason: word('snooze'),
      opened_at: now,
      closed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('work_presence').values({ item_id: item.id, person_id: personId, seen_at: now }).execute()
  await db.insertInto('staff_digest').values({ person_id: personId, rhythm: 'weekly', last_sent_on: '2026-11-16' }).execute()
  await db
    .insertInto('saved_view')
    .values({ person_id: personId, name: word('view'), query: word('query') })
    .execute()
  const bulkAct = await db
    .insertInto('bulk_act')
    .values({ kind: 'block', reason: word('bulk'), is_filtered: false, made_by: personId, made_at: now, ip: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('bulk_act_person').values({ bulk_act_id: bulkAct.id, person_id: personId }).execute()
  const { id: other } = await db.selectFrom('person').select('id').where('id', '<>', personId).limit(1).executeTakeFirstOrThrow()
  await db.insertInto('person_block').values({ person_id: personId, blocked_id: other, blocked_at: now }).execute()
  await db.insertInto('chat_mute').values({ person_id: personId }).execute()
  await db.insertInto('look_delay').values({ person_id: personId, case_id: 1 }).execute()
  await db
    .insertInto('address_change')
    .values({
      person_id: personId,
      from_address: word('former-address'),
      to_address: word('next-address'),
      device: word('device'),
      changed_at: now,
    })
    .execute()
  await db
    .insertInto('verification_link')
    .values({
      token_hash: Buffer.from(word('link')),
      person_id: personId,
      address: word('old-address'),
      issued_at: now,
      expires_at: later,
    })
    .execute()
  await db
    .insertInto('one_time_code')
    .values({ address, purpose: 'reset', code_hash: Buffer.from(word('code')), issued_at: now, expires_at: later })
    .execute()
  await db
    .insertInto('idempotent_reply')
    .values({
      person_id: personId,
      call: word('call'),
      key: randomUUID(),
      body_hash: Buffer.from(word('body')),
      status: 200,
      reply: JSON.stringify({ said: word('reply') }),
      created_at: now,
    })
    .execute()
}

async function plantNotices({ db, clock }: TestServer, personId: number, address: string, word: Word) {
  const created_at = clock.now()
  await db
    .insertInto('notice')
    .values([
      {
        person_id: personId,
        kind: 'security',
        template: 'stolenSignIn',
        text_values: JSON.stringify({ device: word('notice') }),
        link: `/${word('notice-link')}`,
        once_key: word('notice-key'),
        topic: word('notice-topic'),
        created_at,
      },
      { person_id: personId, kind: 'security', template: word('template'), created_at },
    ])
    .execute()
  await db
    .insertInto('notice_choice')
    .values([
      { person_id: personId, kind: 'account', in_app: true, by_email: false },
      { person_id: personId, kind: 'a_later_kind', in_app: true, by_email: false },
    ])
    .execute()
  await db.insertInto('notice_quiet_hours').values({ person_id: personId, is_on: true, begins: '21:00', ends: '06:00' }).execute()
  await db
    .insertInto('mail')
    .values({
      to_address: address,
      subject: word('subject-line'),
      text: word('mail'),
      html: word('mail-html'),
      calendar_file: word('mail-file'),
      created_at,
    })
    .execute()
}

async function plantFeed(server: TestServer, personId: number, title: string) {
  const own = { person_id: personId, post_id: await buildPost(server, { content: { title: texts(title) } }) }
  const now = server.clock.now()
  await server.db
    .insertInto('feed_like')
    .values({ ...own, liked_at: now })
    .execute()
  await server.db.updateTable('feed_post').set({ like_count: 1 }).where('id', '=', own.post_id).execute()
  await server.db
    .insertInto('feed_click')
    .values({ ...own, clicked_at: now })
    .execute()
}

async function plantLearning(server: TestServer, personId: number, title: string, word: Word) {
  const question = {
    title: { text: 'Why?', locales: {} },
    label: null,
    helpText: null,
    autocomplete: null,
    scaleQuestionnaire: null,
  }
  const storedQuestion = { ...question, key: 'why', questionType: 'Text', mandatory: false, disabled: false, answerOptions: [] }
  const session = await buildSession(server, { title, quizzes: { why: { helpText: null, questions: [storedQuestion] } } })
  const now = server.clock.now()
  const [step = 0] = session.steps
  const own = { person_id: personId, session_id: session.id }
  const { db } = server
  await db
    .insertInto('session_progress')
    .values({
      ...own,
      version_id: session.versionId,
      status: 'ONGOING',
      started_at: now,
      last_step_id: step,
      last_seen_at: now,
    })
    .execute()
  await db.insertInto('step_completion').values({ person_id: personId, step_id: step, completed_at: now }).execute()
  await db
    .insertInto('bookmark')
    .values({ ...own, created_at: now })
    .execute()
  await db
    .insertInto('session_feedback')
    .values({ ...own, rating: 4, review: word('review'), rated_at: now })
    .execute()
  const { id: fileId } = await db
    .selectFrom('file')
    .select('id')
    .where('owner_id', '=', personId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: attemptId } = await db
    .insertInto('quiz_attempt')
    .values({
      person_id: personId,
      step_id: step,
      quiz_id: session.quizzes.get('why') ?? 0,
      number: 1,
      answers: JSON.stringify({ why: word('answer') }),
      right_count: 0,
      marked_count: 0,
      submitted_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('quiz_attempt_file')
    .values({ attempt_id: attemptId, question_key: word('question'), file_id: fileId })
    .execute()
}
