import type { Member } from '@saathi/contract/mentorship/entities'
import { linkToPictures, shownName } from '#accounts/public.ts'
import type { Ctx } from '#core/ctx.ts'
import type { MemberRow } from './store.ts'

/** Loads all pictures in one query. People who have left Saathi have neither name nor picture. */
export async function showMembers(ctx: Ctx, members: readonly MemberRow[]): Promise<Map<MemberRow, Member>> {
  const pictures = await linkToPictures(ctx, members)
  return new Map(members.map((member, at) => [member, show(ctx, member, pictures[at] ?? null)]))
}

export async function showMember(ctx: Ctx, member: MemberRow): Promise<Member> {
  const [picture = null] = await linkToPictures(ctx, [member])
  return show(ctx, member, picture)
}

function show({ actor }: Ctx, member: MemberRow, picture: string | null): Member {
  const name = shownName(member, actor.language)
  const isGone = member.deletedAt !== null
  return {
    userId: member.personId,
    userFullName: name,
    firstName: isGone ? name : member.firstName,
    displayPicture: isGone ? null : picture,
    bio: isGone ? '' : member.bio,
    part: member.part,
    isPairManager: member.part === 'pair_manager',
    isActive: member.leftAt === null && !isGone,
  }
}

/** Looks up members that have already been converted. */
export const shownOf = (shown: ReadonlyMap<MemberRow, Member>, members: readonly MemberRow[]): Member[] =>
  members.flatMap((member) => shown.get(member) ?? [])
