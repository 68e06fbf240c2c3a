import { expect, test } from 'vitest'
import { attachment, channel, message } from '../chat.fake.ts'
import { optionsFor } from './options.ts'

const sent = Date.parse(message(1).created_on)
const own = (changes = {}) => message(1, { user_id: 1, ...changes })

test('[DAY-08] nothing can be done with a deleted message or a call, and only copying with the assistant', () => {
  expect(optionsFor(channel(1), own({ message: '', is_deleted: true }), 1, sent)).toBeNull()
  const room = { room: crypto.randomUUID(), expires_at: message(2).created_on }
  expect(optionsFor(channel(1), own({ room }), 1, sent)).toBeNull()
  const options = optionsFor(channel(1, { kind: 'assistant' }), message(1, { user_id: 50 }), 1, sent)
  expect(options).toMatchObject({ canCopy: true, canReport: true, canReact: false, canReply: false, canEdit: false })
})

test('[DAY-04] own messages can be edited for fifteen minutes, while the conversation is open', () => {
  const left = (minutes: number, changes = {}) => optionsFor(channel(1, changes), own(), 1, sent + minutes * 60_000)
  expect(left(6)).toMatchObject({ canEdit: true, canDelete: true, minutesLeft: 9 })
  expect(left(15)).toMatchObject({ canEdit: false, canDelete: false, canReply: true })
  expect(left(0, { closed: { reason: 'blackout', until: null } })).toMatchObject({
    canEdit: false,
    canReply: false,
    canCopy: true,
  })
  expect(optionsFor(channel(1), message(1), 1, sent)).toMatchObject({ canEdit: false, canDelete: false, canReport: true })
})

test('[DAY-05] a message with a file cannot be deleted, one with a GIF can', () => {
  const withFile = own({ attachments: JSON.stringify([attachment()]) })
  expect(optionsFor(channel(1), withFile, 1, sent)).toMatchObject({ canDelete: false, canEdit: true })
  const gif = own({ message: '', attachments: JSON.stringify([attachment({ type: 'image/gif', size: null })]) })
  expect(optionsFor(channel(1), gif, 1, sent)).toMatchObject({ canDelete: true, canEdit: false })
})

test('[DAY-08] a broadcast has no reply', () => {
  expect(optionsFor(channel(1), message(1, { is_broadcast_message: true }), 1, sent)).toMatchObject({ canReply: false })
})
