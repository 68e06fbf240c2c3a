import type { Survey } from '@saathi/contract/surveys/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { profileQuery } from '#core/profile.ts'
import { showToast } from '#core/ui/toast-store.ts'
import { isRefusedWith } from './queries.ts'
import { openSurveyIds, resumeStage } from './resume.ts'
import { forgetLastStage, stageLink, thanksLink } from './survey-address.ts'

/** Where a stage leads once it is sent, or cannot be sent any more. Its own place in the history is given up. */
export function useLeaveStage({ id }: Survey) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  // Whoever has gone elsewhere meanwhile is not fetched back.
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  return {
    afterSent: async (sent: Survey): Promise<void> => {
      const next = resumeStage(sent)
      if (next === null) forgetLastStage()
      if (!isHere.current) return
      if (next !== null) return router.navigate({ ...stageLink({ survey: id, stage: next }), replace: true })
      const profile = client.getQueryData(profileQuery.queryKey)
      const waits = profile && openSurveyIds(profile.status).some((open) => open !== id)
      if (waits) return router.navigate({ ...thanksLink(id), replace: true })
      showToast({ text: t('surveys.stage.thanks') })
      // From there the redirect order leads on.
      return router.navigate({ to: '/', replace: true })
    },
    afterClosed: (error: Error): boolean => {
      if (!isRefusedWith(error, 'surveys.closed')) return false
      showToast({ text: t('surveys.stage.closed'), tone: 'info', durationMs: 10_000 })
      void router.navigate({ to: '/surveylisting', replace: true })
      return true
    },
  }
}
