using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace SfPerf.Fabric.Manifests;

/// <summary>
/// A Boolean expression over the properties of a node, which says whether a service may be placed there. Operators, as
/// in Service Fabric: <c>== != &lt; &lt;= &gt; &gt;= ^ !^ ! &amp;&amp; ||</c> and parentheses; <c>^</c> asks whether
/// the property begins with the value. On the left of a comparison is the name of a property, on the right a value.
/// </summary>
/// <remarks>A node that lacks one of the properties does not meet it, whatever the rest of the expression says. Two
/// numbers are compared as numbers, anything else by its characters. Immutable, so any thread may use it.</remarks>
internal sealed class PlacementConstraint
{
    private const string Syntax = "()!=<>&|^";
    private readonly Func<IReadOnlyDictionary<string, string>, bool> _test;

    private PlacementConstraint(Func<IReadOnlyDictionary<string, string>, bool> test, IReadOnlyCollection<string> names)
    {
        _test = test;
        Properties = names;
    }

    /// <summary>Gets the names of the properties that the expression asks for.</summary>
    internal IReadOnlyCollection<string> Properties { get; }

    /// <summary>Reads an expression; the empty one is met by each node.</summary>
    /// <exception cref="FormatException">It is no expression; the message says where and what is allowed.</exception>
    internal static PlacementConstraint Parse(string text)
    {
        if (string.IsNullOrWhiteSpace(text))
            return new(static _ => true, []);
        var parser = new Parser(text);
        return new(parser.Whole(), parser.Names);
    }

    /// <summary>Tells whether a service with this constraint may be placed on a node with these properties.</summary>
    internal bool IsMetBy(IReadOnlyDictionary<string, string> properties) =>
        Properties.All(properties.ContainsKey) && _test(properties);

    /// <summary>Tells whether a text can be the name of a property, or a value, in an expression.</summary>
    internal static bool IsWord(string text) =>
        text.Length > 0 && !text.Any(c => Syntax.Contains(c) || char.IsWhiteSpace(c));

    private static bool Compare(string property, string operation, string value)
    {
        var numbers = decimal.TryParse(property, NumberStyles.Float, CultureInfo.InvariantCulture, out var left)
            & decimal.TryParse(value, NumberStyles.Float, CultureInfo.InvariantCulture, out var right);
        var order = numbers ? left.CompareTo(right) : string.CompareOrdinal(property, value);
        return operation switch
        {
            "==" => order == 0,
            "!=" => order != 0,
            "<" => order < 0,
            "<=" => order <= 0,
            ">" => order > 0,
            ">=" => order >= 0,
            "^" => Begins(property, value),
            _ => !Begins(property, value),
        };
    }

    // A domain is below another one only by whole segments: fd:/DC00 is not in fd:/DC0.
    private static bool Begins(string property, string value) => property.StartsWith(value, StringComparison.Ordinal)
        && (property.Length == value.Length || !value.Contains(":/", StringComparison.Ordinal)
            || value.EndsWith('/') || property[value.Length] == '/');

    private sealed class Parser
    {
        private const int DepthMax = 100;
        // The longer ones first.
        private static readonly string[] Comparisons = ["==", "!=", "!^", "<=", ">=", "<", ">", "^"];
        private static readonly string[] Operators = [.. Comparisons, "&&", "||", "!", "(", ")"];

        private readonly string _text;
        private readonly List<(string Text, int At)> _tokens = [];
        private int _next;
        private int _depth;

        internal Parser(string text)
        {
            _text = text;
            for (var at = 0; at < text.Length;)
            {
                if (char.IsWhiteSpace(text[at]))
                {
                    at++;
                    continue;
                }
                var token = Array.Find(Operators, o => string.CompareOrdinal(text, at, o, 0, o.Length) == 0)
                    ?? string.Concat(text.Skip(at).TakeWhile(c => !Syntax.Contains(c) && !char.IsWhiteSpace(c)));
                if (token.Length == 0)
                    throw Wrong(at, $"'{text[at]}' is no operator. Allowed: {string.Join(' ', Operators)}.");
                _tokens.Add((token, at));
                at += token.Length;
            }
        }

        internal HashSet<string> Names { get; } = new(StringComparer.Ordinal);

        internal Func<IReadOnlyDictionary<string, string>, bool> Whole()
        {
            var test = Either();
            if (_next == _tokens.Count)
                return test;
            var (token, at) = _tokens[_next];
            throw Wrong(at, $"'{token}' follows a whole expression. Allowed: && ||.");
        }

        private Func<IReadOnlyDictionary<string, string>, bool> Either()
        {
            var left = Both();
            while (Take("||"))
            {
                var (one, other) = (left, Both());
                left = node => one(node) || other(node);
            }
            return left;
        }

        private Func<IReadOnlyDictionary<string, string>, bool> Both()
        {
            var left = Term();
            while (Take("&&"))
            {
                var (one, other) = (left, Term());
                left = node => one(node) && other(node);
            }
            return left;
        }

        // A comparison of a property; or an expression in parentheses, which another one may be equal to.
        private Func<IReadOnlyDictionary<string, string>, bool> Term()
        {
            if (Peek is "!" or "(")
            {
                var one = Unary();
                if (Peek is not ("==" or "!="))
                    return one;
                var (same, other) = (Next().Text == "==", Unary());
                return node => one(node) == other(node) == same;
            }
            var name = Word("the name of a property");
            var operation = Peek is { } found && Comparisons.Contains(found) ? Next().Text
                : throw Wrong(End, $"'{name}' is compared with nothing. Allowed: {string.Join(' ', Comparisons)}.");
            var value = Word("a value");
            _ = Names.Add(name);
            return node => Compare(node[name], operation, value);
        }

        private Func<IReadOnlyDictionary<string, string>, bool> Unary()
        {
            var at = End;
            if (++_depth > DepthMax)
                throw Wrong(at, $"it is nested too deep. Allowed: {DepthMax} levels.");
            Func<IReadOnlyDictionary<string, string>, bool> test;
            if (Take("!"))
            {
                var inner = Unary();
                test = node => !inner(node);
            }
            else if (Take("("))
            {
                test = Either();
                if (!Take(")"))
                    throw Wrong(End, $"the parenthesis of character {at + 1} is not closed.");
            }
            else
            {
                throw Wrong(at, "an expression in parentheses is missing.");
            }
            _depth--;
            return test;
        }

        private string? Peek => _next < _tokens.Count ? _tokens[_next].Text : null;

        private int End => _next < _tokens.Count ? _tokens[_next].At : _text.Length;

        private (string Text, int At) Next() => _tokens[_next++];

        private bool Take(string token)
        {
            if (Peek != token)
                return false;
            _next++;
            return true;
        }

        private string Word(string what) => Peek is { } word && !Operators.Contains(word) ? Next().Text
            : throw Wrong(End, $"{what} is missing.");

        private FormatException Wrong(int at, string problem) =>
            new($"The placement constraint '{_text}' is wrong at character {at + 1}: {problem}");
    }
}
