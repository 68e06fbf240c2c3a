import { useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { CallFlow } from './call-flow.tsx'

const RoomParams = z.object({ roomId: z.optional(z.string()), room: z.optional(z.string()) })

/** `?room=` takes precedence over the room in the path. */
export function JoinPage() {
  const t = useText()
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const id = z.safeParse(RoomParams, search).data?.room || (z.safeParse(RoomParams, params).data?.roomId ?? '')
  return (
    <>
      <title>{`${t('video.title')} · ${t('app.name')}`}</title>
      <CallFlow key={id} id={id} />
    </>
  )
}
