import { agreeToTerms } from '@saathi/contract/accounts/calls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { send } from '#core/api.ts'
import { profileQuery } from '#core/profile.ts'

/** Stays busy, and the question on the page, until the learning hub is there. */
export function useAgreeToTerms(onAgreed: (wasOn: ParsedLocation) => void) {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['accounts', 'agreeToTerms'],
    mutationFn: async () => {
      await send(agreeToTerms, { body: { hasAgreedTerms: true } })
      const wasOn = router.state.location
      await router.navigate({ href: '/learninghub' })
      client.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, hasAgreedTerms: true })
      onAgreed(wasOn)
    },
  })
}
