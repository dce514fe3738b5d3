/** The list of users that a person chooses from on a page, and the search for others. */
import type { User } from '@understudy/contract/auth';
import { type Html, html } from '../../kit/html.js';
import { hiddenFields } from './page.js';
import type { ShownUsers } from './shown-users.js';

/** Whom a person chooses from. */
export interface UserChoice {
  readonly shown: ShownUsers;
  /** What the users are listed by; undefined where nobody was sought. */
  readonly sought: string | undefined;
  /** Id of the user whom the browser is logged in as. */
  readonly current: string | undefined;
}

/** A search among the users. */
export interface UserSearch extends Pick<UserChoice, 'shown' | 'sought'> {
  /** Path that it is sent to. */
  readonly action: string;
  /** What it repeats of the request. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

function userButton({ id, name, email, status }: User, current: string | undefined, field: string): Html {
  const state = status === 'active' ? (id === current ? 'logged in' : undefined) : status;
  return html`<li>
    <button type="submit" name="${field}" value="${id}">
      <strong>${name}</strong> ${state === undefined ? undefined : html`<span class="state">${state}</span>`}
      <span class="soft">${email} <span class="id">${id}</span></span>
    </button>
  </li>`;
}

/**
 * The buttons of the users; undefined where there is none.
 *
 * @param field what the form calls the id of the one who is chosen
 */
export function userButtons({ shown, current }: UserChoice, field: string): Html | undefined {
  if (shown.users.length === 0) return undefined;
  return html`<ul>
    ${shown.users.map((user) => userButton(user, current, field))}
  </ul>`;
}

/** The form that finds users. */
export function userSearch({ action, fields, sought, shown }: UserSearch): Html {
  return html`<form class="search" method="get" action="${action}" role="search">
    ${hiddenFields(fields)}
    <label for="find_user">Find one of ${shown.total} users by name, e-mail address, id or status</label>
    <input type="search" id="find_user" name="find_user" value="${sought ?? ''}" maxlength="200" autocomplete="off" />
    <button type="submit">Find</button>
  </form>`;
}

/** Says that nobody was found; undefined where somebody was. */
export function nobodyFound({ sought, shown }: Pick<UserChoice, 'shown' | 'sought'>): Html | undefined {
  if (shown.users.length > 0) return undefined;
  const where = shown.isCut ? 'Of the first users of this sandbox, none' : 'No user of this sandbox';
  return html`<p class="note" role="status">
    ${where} has “${sought ?? ''}” in name, e-mail address, id or
    status.${shown.isCut ? ' Others are found by their whole id or e-mail address.' : ''}
  </p>`;
}
