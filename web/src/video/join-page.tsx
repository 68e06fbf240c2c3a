import { useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useText } from '#core/i18n/texts.tsx'
import { CallFlow } from './call-flow.tsx'

const Named = z.object({ roomId: z.optional(z.string()), room: z.optional(z.string()) })

/** `?room=` joins that room directly, whatever stands before it. */
export function JoinPage() {
  const t = useText()
  const params: unknown = useParams({ strict: false })
  const search: unknown = useSearch({ strict: false })
  const id = z.safeParse(Named, search).data?.room || (z.safeParse(Named, params).data?.roomId ?? '')
  return (
    <>
      <title>{`${t('video.title')} · ${t('app.name')}`}</title>
      <CallFlow key={id} id={id} />
    </>
  )
}
