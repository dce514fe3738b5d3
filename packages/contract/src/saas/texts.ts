/** Texts that the records of the SaaS domain have in common. */
import { z } from 'zod';
import { recordId } from '../kit/field.js';

/** A text that is not empty. */
export const text = (description: string, example: string, max = 120) =>
  z
    .string()
    .min(1)
    .max(max)
    .meta({ description, examples: [example] });

/** A text that can be empty, which is then null. */
export const textOrNull = (description: string, example: string, max = 120) =>
  text(description, example, max)
    .nullable()
    .meta({ description, examples: [example] });

/** The id of an organization. */
export const organizationId = recordId('Id of the organization.', 'org_0001');

/** The id of a user. */
export const userId = recordId('Id of the user, of the auth domain.', 'usr_0002');
