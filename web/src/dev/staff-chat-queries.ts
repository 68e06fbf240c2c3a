import { broadcast, redactMessage, setBlackout, setChannelMember, setQuietHours } from '@saathi/contract/chat/staff-calls'
import { useMutation } from '@tanstack/react-query'
import { send } from '#core/api.ts'

export function useSetMember() {
  return useMutation({
    mutationFn: ({ channel, person, isActive }: { channel: number; person: number; isActive: boolean }) =>
      send(setChannelMember, { params: { id: channel, personId: person }, body: { isActive } }),
  })
}

export function useSetBlackout() {
  return useMutation({
    mutationFn: ({ channel, until }: { channel: number; until: string | null }) =>
      send(setBlackout, { params: { id: channel }, body: { until } }),
  })
}

export function useSetQuietHours() {
  return useMutation({
    mutationFn: ({ project, hours }: { project: number; hours: { begins: string; ends: string } | null }) =>
      send(setQuietHours, { params: { projectId: project }, body: { hours } }),
  })
}

export function useBroadcast() {
  return useMutation({
    mutationFn: ({ project, message }: { project: number; message: string }) =>
      send(broadcast, { body: { projectId: project, message } }),
  })
}

export function useRedactMessage() {
  return useMutation({ mutationFn: (id: number) => send(redactMessage, { params: { id }, body: {} }) })
}
