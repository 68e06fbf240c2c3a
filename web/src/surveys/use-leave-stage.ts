import type { Survey } from '@saathi/contract/surveys/entities'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n/texts.tsx'
import { profileQuery } from '#core/profile.ts'
import { showToast } from '#core/ui/toast-store.ts'
import { isRefusedWith } from './queries.ts'
import { openSurveyIds, resumeStage } from './resume.ts'
import { clearLastStage, stageLink, thanksLink } from './survey-address.ts'

/** Navigation after a stage was sent, or can no longer be sent. Replaces its history entry. */
export function useLeaveStage({ id }: Survey) {
  const t = useText()
  const router = useRouter()
  const client = useQueryClient()
  // Do not navigate if the reader has left the page.
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
      if (next === null) clearLastStage()
      if (!isHere.current) return
      if (next !== null) return router.navigate({ ...stageLink({ survey: id, stage: next }), replace: true })
      const profile = client.getQueryData(profileQuery.queryKey)
      const hasOpen = profile && openSurveyIds(profile.status).some((open) => open !== id)
      if (hasOpen) return router.navigate({ ...thanksLink(id), replace: true })
      showToast({ text: t('surveys.stage.thanks') })
      // From there the redirect order decides.
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
