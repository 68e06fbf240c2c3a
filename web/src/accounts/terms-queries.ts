import { agreeToTerms } from '@saathi/contract/accounts/calls'
import { plain } from '@saathi/contract/accounts/landing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { send } from '#core/api.ts'
import { profileQuery } from '#core/profile.ts'

const HUB = '/learninghub'

/**
 * Agreeing leads to the learning hub, and from there on to the page that was wanted. It stays busy, and the question on the
 * page, until that one is there; one step back is the hub.
 */
export function useAgreeToTerms() {
  const router = useRouter()
  const client = useQueryClient()
  return useMutation({
    mutationKey: ['accounts', 'agreeToTerms'],
    mutationFn: async () => {
      await send(agreeToTerms, { body: { hasAgreedTerms: true } })
      const wasOn = router.state.location
      await router.navigate({ href: HUB, replace: true })
      if (plain(wasOn.pathname) !== HUB) await router.navigate({ href: wasOn.href, state: wasOn.state })
      client.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, hasAgreedTerms: true })
    },
  })
}
