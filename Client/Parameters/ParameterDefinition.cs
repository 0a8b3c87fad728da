using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text.Json;

namespace SfPerf.Client.Parameters;

/// <summary>What a parameter may be: its name, kind, range and default.</summary>
internal sealed record ParameterDefinition(string Name, ParameterKind Kind, string Meaning)
{
    /// <summary>Gets the default as text; null when the parameter must be given.</summary>
    public string? Default { get; init; }

    public long Minimum { get; init; }

    public long Maximum { get; init; }

    public IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>Gets whether the name is one of the original's thirteen.</summary>
    public bool Original { get; init; }

    /// <summary>Gets what is allowed, as a phrase.</summary>
    public string Allowed => Kind switch
    {
        ParameterKind.Integer => string.Create(
            CultureInfo.InvariantCulture, $"an integer from {Minimum} to {Maximum}"),
        ParameterKind.Boolean => "true or false",
        ParameterKind.Choice => "one of " + string.Join(", ", Choices),
        _ => "a text",
    };

    /// <summary>Says what is wrong with a value; null when nothing is.</summary>
    public string? Check(string text, JsonValueKind kind)
    {
        if (!Fits(kind))
            return $"wrong type ({Describe(kind)}); allowed: {Allowed}.";
        switch (Kind)
        {
            case ParameterKind.Integer:
                if (!long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number))
                    return (IsWhole(text) ? "out of range" : "wrong type") + $"; allowed: {Allowed}.";
                return number < Minimum || number > Maximum ? $"out of range; allowed: {Allowed}." : null;
            case ParameterKind.Boolean:
                return bool.TryParse(text, out _) ? null : $"wrong type; allowed: {Allowed}.";
            case ParameterKind.Choice:
                return CheckChoice(text);
            default:
                return null;
        }
    }

    private string? CheckChoice(string text)
    {
        foreach (var choice in Choices)
            if (string.Equals(choice, text, StringComparison.Ordinal))
                return null;
        var near = Suggestion.Nearest(text, Choices);
        return $"not a value of {Name}; allowed: {Allowed}." + (near is null ? "" : $" Did you mean {near}?");
    }

    private bool Fits(JsonValueKind kind) => kind switch
    {
        JsonValueKind.Undefined => true,
        JsonValueKind.Number => Kind == ParameterKind.Integer,
        JsonValueKind.True or JsonValueKind.False => Kind == ParameterKind.Boolean,
        JsonValueKind.String => Kind is ParameterKind.Text or ParameterKind.Choice,
        _ => false,
    };

    // Digits that do not fit a long are out of range, not of the wrong type.
    private static bool IsWhole(string text)
    {
        var digits = text.AsSpan().TrimStart('-');
        return digits.Length > 0 && !digits.ContainsAnyExceptInRange('0', '9');
    }

    private static string Describe(JsonValueKind kind) => kind switch
    {
        JsonValueKind.String => "a text in quotes",
        JsonValueKind.Number => "a number",
        JsonValueKind.True or JsonValueKind.False => "true or false",
        JsonValueKind.Null => "null",
        JsonValueKind.Array => "a list",
        _ => "an object",
    };
}
