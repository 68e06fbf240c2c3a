import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { Destination, Visit } from '#core/domain-route.ts'

export const MESSENGER = '/chat/messenger'

const Selection = z.object({
  channel: z.optional(z.coerce.number().check(z.int(), z.positive())),
  message: z.optional(z.coerce.number().check(z.int(), z.positive())),
})
const CallSearch = z.object({ room: z.optional(z.string()) })
const Sections = z.object({ section: z.enum(['chat', 'video']) })
export type Section = z.infer<typeof Sections>['section']

/** `?section=` selects a section and is removed; the other parameters stay. */
export async function redirectSection({ search }: Visit): Promise<Destination | null> {
  const { section, ...others } = search
  if (section === undefined) return null
  const rest = new URLSearchParams(others).toString()
  return { href: rest ? `${MESSENGER}?${rest}` : MESSENGER, state: { section: section === 'video' ? 'video' : 'chat' } }
}

/** The call in the address, for the video section. */
export function useRoomInAddress(): string | null {
  const search: unknown = useSearch({ strict: false })
  return z.safeParse(CallSearch, search).data?.room ?? null
}

export const useSection = (): Section =>
  useLocation({ select: ({ state }) => z.safeParse(Sections, state).data?.section ?? 'chat' })

/** The open channel, and the message at which it was opened; null for the newest. */
export type Selected = { channel: number; message: number | null }

export function useSelected(): Selected | null {
  const search: unknown = useSearch({ strict: false })
  const { channel, message } = z.safeParse(Selection, search).data ?? {}
  return channel === undefined ? null : { channel, message: message ?? null }
}

export const addressOf = (selected: Selected | null) => ({
  to: MESSENGER,
  search: selected ? { channel: selected.channel, ...(selected.message && { message: selected.message }) } : {},
})

export function useSelect(): (selected: Selected | null) => void {
  const router = useRouter()
  return (selected) => void router.navigate({ ...addressOf(selected), resetScroll: false })
}
