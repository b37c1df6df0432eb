import { keyOf, type SyntaxNode } from '#charts/model/syntax.ts';
import { type NormalForm, type Place, unwrap } from './normal-form.ts';

/** A node and where it stands, because a config may be made of parts of other files. */
export interface Part {
  node: SyntaxNode;
  place: Place;
  /** The call that made it. */
  call?: Part;
}
/** Values by key. */
export type Parts = ReadonlyMap<string, Part>;

const NOTHING: Parts = new Map();

/** Reads the parts of a config: constants, spread objects and lists of other files stand for their values. */
export const configParts = ({ formOf, inCalled, meaningOf }: NormalForm) => {
  /** What a constant stands for or a function returns, else the node itself. */
  const partOf = (given: SyntaxNode, place: Place): Part => {
    const node = unwrap(given);
    const meaning = meaningOf(node, place);
    if (meaning) return partOf(meaning.node, meaning.place);
    const made = inCalled(node, place, partOf);
    return made ? { ...made, call: { node, place } } : { node, place };
  };
  const partsOf = (part: Part | undefined): Parts => {
    if (!part) return NOTHING;
    const { node, place } = partOf(part.node, part.place);
    if (node.type !== 'ObjectExpression') return NOTHING;
    return new Map(
      (node['properties'] as SyntaxNode[]).flatMap((property): [string, Part][] => {
        if (property.type === 'SpreadElement')
          return [...partsOf({ node: property['argument'] as SyntaxNode, place })];
        const key = property['computed']
          ? formOf(property['key'], place).replace(/^'(.*)'$/, '$1')
          : keyOf(property);
        return [[key, { node: unwrap(property['value'] as SyntaxNode), place }]];
      }),
    );
  };
  const listOf = (part: Part | undefined): Part[] => {
    if (!part) return [];
    const found = partOf(part.node, part.place);
    const { node, place } = found;
    if (node.type !== 'ArrayExpression') return [found];
    return (node['elements'] as SyntaxNode[]).flatMap((element) =>
      element.type === 'SpreadElement'
        ? listOf({ node: element['argument'] as SyntaxNode, place })
        : [partOf(element, place)],
    );
  };
  return { partOf, partsOf, listOf };
};
