import type { Profile, SignInSession } from '@saathi/contract/accounts/entities'
import { listSignIns } from '@saathi/contract/accounts/identity-calls'
import { listNoticeChoices } from '@saathi/contract/notices/calls'
import { expect } from 'vitest'
import { answer, makeProfile, showApp } from '../../../test/harness.tsx'

export const asha: Profile = makeProfile({ bio: 'I like kites.', phoneNumber: '919800000001' })

export const laptop: SignInSession = {
  id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b01',
  device: 'Chrome on Linux',
  startedAt: '2026-11-01T06:00:00.000Z',
  lastUsedAt: '2026-11-14T06:00:00.000Z',
  isCurrent: true,
}
export const phone: SignInSession = {
  id: '0b8f8a34-5a0e-4f5e-9a3f-0a3d8f3a1b02',
  device: 'Firefox on Android',
  startedAt: '2026-11-02T06:00:00.000Z',
  lastUsedAt: '2026-11-13T14:00:00.000Z',
  isCurrent: false,
}

type ShowOptions = {
  profile?: Profile
  language?: 'en' | 'hi'
  /** Called before the page opens, to replace default replies. */
  answerBefore?: () => void
}

export async function showProfile({ profile = asha, language, answerBefore }: ShowOptions = {}) {
  answer(listSignIns, { sessions: [phone, laptop] })
  answer(listNoticeChoices, {
    choices: [
      { kind: 'security', inApp: true, email: true, push: true, isFixed: true },
      { kind: 'account', inApp: true, email: false, push: true, isFixed: false },
    ],
    quietHours: { isOn: true, from: '22:00', until: '07:00' },
  })
  answerBefore?.()
  const screen = await showApp({ path: '/profile', profile, language })
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  return screen
}

/** Left half red, right half blue, as a real file. */
export async function paintPicture(width: number, height: number, type: 'image/png' | 'image/jpeg' = 'image/png'): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#f00'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#00f'
  context.fillRect(width / 2, 0, width / 2, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  return new File(blob ? [blob] : [], `picture.${type.slice(6)}`, { type })
}
