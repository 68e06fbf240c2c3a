import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { onLive } from '#core/live.ts'
import { serverNow } from '#core/server-time.ts'
import { showToast } from '#core/ui/toast-store.ts'
import { mentorshipsQuery } from '#mentorship/public.ts'

/** Longer ago it is no news, and it changed for another reason. */
const NEWS_MS = 5 * 60_000
const told = new Set<number>()

/** The home shows the mentorship by itself as soon as there is one; who waited for it gets a word with it, once. */
export function useFoundToast(): void {
  const t = useText()
  const client = useQueryClient()
  const hear = useEffectEvent(async (mentorship: number) => {
    const mentorships = await client.fetchQuery({ ...mentorshipsQuery, staleTime: 0 }).catch(() => [])
    const hasBegun = mentorships.some(
      ({ id, isActive, startedAt }) => id === mentorship && isActive && serverNow() - Date.parse(startedAt) < NEWS_MS,
    )
    if (!hasBegun || told.has(mentorship)) return
    told.add(mentorship)
    showToast({ text: t('matching.found') })
  })
  useEffect(() => onLive('mentorship.changed', ({ mentorship }) => void hear(mentorship)), [])
}
