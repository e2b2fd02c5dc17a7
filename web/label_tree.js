// @ts-check
// The labels of a hierarchy as a tree, and sets of chosen labels in it. A chosen label stands for all below it.

/**
 * @typedef {import('./types').Column} Column
 * @typedef {import('./types').Scalar} Scalar
 * @typedef {{label: string, value: Scalar, from: number, to: number, parent: Node | null, children: Node[]}} Node
 */

/** What is sent for a label: values of numbers and booleans as such, all else as text. @param {Column} column @param {string} label */
function valueOf(column, label) {
    if (column.kind === 'boolean' && (label === 'true' || label === 'false')) return label === 'true';
    if (column.kind === 'number' && String(Number(label)) === label) return Number(label);
    return label;
}

/**
 * The topmost labels, with the others below them. Levels without a list are left out, as is a label that stands for everything and
 * one that only repeats the label below it.
 * @param {Column} column
 * @returns {Node[]}
 */
export function treeOf(column) {
    /** @type {Node[]} */
    let below = [];
    column.levels.forEach(({ labels }, level) => {
        if (!labels || (level > 0 && labels.length < 2)) return;
        let next = 0;
        below = labels.map(({ label, from, to }) => {
            /** @type {Node[]} */
            const children = [];
            while (next < below.length && below[next].to <= to) children.push(below[next++]);
            if (children.length === 1 && children[0].label === label) return children[0];
            /** @type {Node} */
            const node = { label, value: level === 0 ? valueOf(column, label) : label, from, to, parent: null, children };
            for (const child of children) child.parent = node;
            return node;
        });
    });
    return below;
}

/** All nodes, parents before children. @param {Node[]} nodes @returns {Node[]} */
export function allOf(nodes) {
    return nodes.flatMap(node => [node, ...allOf(node.children)]);
}

/** Whether the node or one above it is chosen. @param {Node | null} node @param {Set<Node>} chosen @returns {boolean} */
export function covered(node, chosen) {
    return node !== null && (chosen.has(node) || covered(node.parent, chosen));
}

/** Whether all that the node stands for is chosen. @param {Node} node @param {Set<Node>} chosen @returns {boolean} */
export function wholly(node, chosen) {
    return covered(node, chosen) || (node.children.length > 0 && node.children.every(child => wholly(child, chosen)));
}

/** Whether something below the node is chosen. @param {Node} node @param {Set<Node>} chosen @returns {boolean} */
export function partly(node, chosen) {
    return node.children.some(child => chosen.has(child) || partly(child, chosen));
}

/** Chooses a node, or no longer. @param {Node} node @param {Set<Node>} chosen */
export function toggle(node, chosen) {
    if (!wholly(node, chosen)) include(node, chosen);
    else if (covered(node, chosen)) exclude(node, chosen);
    else for (const lower of allOf(node.children)) chosen.delete(lower);
}

/**
 * The node takes the place of what was chosen below it, and its parent the place of all its children, if there are several.
 * @param {Node} node @param {Set<Node>} chosen
 */
function include(node, chosen) {
    for (const lower of allOf(node.children)) chosen.delete(lower);
    chosen.add(node);
    const siblings = node.parent?.children ?? [];
    if (node.parent && siblings.length > 1 && siblings.every(sibling => chosen.has(sibling))) include(node.parent, chosen);
}

/** Where a label above the node was chosen, all else below that label stays chosen. @param {Node} node @param {Set<Node>} chosen */
function exclude(node, chosen) {
    if (!chosen.has(node) && node.parent) {
        exclude(node.parent, chosen);
        for (const sibling of node.parent.children) chosen.add(sibling);
    }
    chosen.delete(node);
}
