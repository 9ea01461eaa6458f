import {whyNotAttachable} from '../../services/model/build-choice.ts';
import type {Build, StoreVersion} from '../../services/model/version.ts';
import type {LocalTime} from '../../services/text/local-time.ts';
import type {Column} from '../components/list-model.ts';
import type {LineContent} from '../text/line-content.ts';
import type {Glyphs} from '../theme.ts';

/** Leaves out the ID, because it contains nearly every digit. */
export function buildSearchText({version = '', versionString = ''}: Build): string {
  return `${version} ${versionString}`;
}

export function buildName({id, version}: Build): string {
  return version ?? id;
}

export function buildColumns(
  glyphs: Glyphs,
  time: LocalTime,
  {versionString, build: attached}: StoreVersion,
): Column<Build>[] {
  const attachedId = attached?.id;
  const dimmed =
    (text: (build: Build) => string) =>
    (build: Build): LineContent => [{text: text(build), dim: whyNotAttachable(build, attachedId) !== undefined}];
  return [
    {
      title: 'Build',
      importance: 10,
      min: 5,
      max: 20,
      cell: dimmed(buildName),
      spoken: (build) => `build ${buildName(build)}`,
    },
    {
      title: 'Version',
      importance: 8,
      min: 7,
      max: 16,
      cell: dimmed((build) => build.versionString ?? glyphs.none),
      spoken: (build) => (build.versionString ? `for version ${build.versionString}` : ''),
    },
    {
      title: 'Uploaded',
      importance: 5,
      min: 18,
      max: 18,
      cell: dimmed(({uploadedDate}) => time.dateTime(uploadedDate) ?? glyphs.none),
      spoken: ({uploadedDate}) => (uploadedDate ? `uploaded ${time.dateTime(uploadedDate)}` : ''),
    },
    {
      title: 'Usable',
      importance: 9,
      min: 24,
      max: 48,
      spoken: (build) => `usable: ${whyNotAttachable(build, attachedId) ?? 'yes'}`,
      cell(build): LineContent {
        const reason = whyNotAttachable(build, attachedId);
        if (build.id === attachedId) return [{text: `${glyphs.ok} `, tone: 'good', decor: true}, {text: reason ?? ''}];
        if (reason !== undefined) return [{text: reason, dim: true}];
        return build.versionString === versionString ? 'yes' : 'another version';
      },
    },
  ];
}
