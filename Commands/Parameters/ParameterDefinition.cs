using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Platform;

namespace SfPerf.Commands.Parameters;

/// <summary>Describes what a parameter may be: its name, kind, range and default.</summary>
internal sealed record ParameterDefinition(string Name, ParameterKind Kind, string Meaning)
{
    private const string AnyText = "a text";

    /// <summary>Gets the default as text; null when the parameter must be given.</summary>
    public string? Default { get; init; }

    /// <summary>Gets the units in which an integer may be written; null for none.</summary>
    public ParameterUnit? Unit => Kind == ParameterKind.Integer ? ParameterUnit.Of(Name) : null;

    public long Minimum { get; init; }

    public long Maximum { get; init; }

    public IReadOnlyList<string> Choices { get; init; } = [];

    /// <summary>Gets the parameter that makes this one, which has no default, 0 when it is given.</summary>
    public string? Unless { get; init; }

    /// <summary>Gets what each element of a list may be; its name is not used.</summary>
    public ParameterDefinition? Element { get; init; }

    /// <summary>Gets whether a list may hold nothing.</summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>Gets what a text must be; null for any text.</summary>
    public TextForm? Form { get; init; }

    /// <summary>Gets the short option that stands for the parameter, as <c>--rounds</c>; null for none.</summary>
    public string? Option { get; init; }

    /// <summary>Gets whether every value is allowed.</summary>
    public bool AllowsAny => Allowed == AnyText;

    /// <summary>Gets what is allowed, as a phrase.</summary>
    public string Allowed => Kind switch
    {
        ParameterKind.Integer => string.Create(
            CultureInfo.InvariantCulture, $"an integer from {Minimum} to {Maximum}"),
        ParameterKind.Number => string.Create(CultureInfo.InvariantCulture, $"a number from {Minimum} to {Maximum}"),
        ParameterKind.Boolean => "true or false",
        ParameterKind.Choice => "one of " + string.Join(", ", Choices),
        ParameterKind.List => $"a list, each {Element!.Allowed}",
        _ when Form is { } form => form.Allowed,
        _ => AnyText,
    };

    /// <summary>Returns what is wrong with a value, in a list with each element.</summary>
    public IEnumerable<ParameterProblem> Check(RawParameter raw)
    {
        if (Kind != ParameterKind.List || raw.Kind is not (JsonValueKind.Undefined or JsonValueKind.Array))
            return Check(raw.Text, raw.Kind) is { } problem ? [ParameterProblem.Of(raw, problem)] : [];
        var elements = raw.AsList();
        if (elements.Count == 0 && !MayBeEmpty)
            return [ParameterProblem.Of(raw, $"empty; allowed: {Allowed}.")];
        return elements.Select(e => Element!.Check(e.Text, e.Kind) is { } p ? ParameterProblem.Of(e, p) : null)
            .OfType<ParameterProblem>();
    }

    /// <summary>Returns the value in the one form that is kept: lists as elements with commas, numbers without unit.
    /// </summary>
    public string Canonical(RawParameter raw) => Kind == ParameterKind.List
        ? string.Join(RawParameter.ListSeparator, raw.AsList().Select(Element!.Canonical))
        : Unit is { } unit && unit.TryParse(raw.Text, out var number) ? number.ToString(CultureInfo.InvariantCulture)
        : raw.Text;

    private string? Check(string text, JsonValueKind kind)
    {
        var hasUnit = Unit is { } unit && unit.TryParse(text, out _);
        if (!Fits(kind) && !(hasUnit && kind == JsonValueKind.String))
        {
            return $"wrong type ({Describe(kind)}); allowed: {Allowed}"
                + (Unit is { } any && kind == JsonValueKind.String && !IsWhole(text)
                    ? $", plain or as {any.Example}." : ".");
        }

        switch (Kind)
        {
            case ParameterKind.Integer:
                return CheckInteger(text);
            case ParameterKind.Number:
                if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value))
                    return $"wrong type; allowed: {Allowed}.";
                return value >= Minimum && value <= Maximum ? null : $"out of range; allowed: {Allowed}.";
            case ParameterKind.Boolean:
                return bool.TryParse(text, out _) ? null : $"wrong type; allowed: {Allowed}.";
            case ParameterKind.Choice:
                return CheckChoice(text);
            default:
                return Form is null || Form.Check(text) is not { } problem ? null : $"{problem}; allowed: {Allowed}.";
        }
    }

    private string? CheckInteger(string text)
    {
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number))
            return number < Minimum || number > Maximum ? $"out of range; allowed: {Allowed}." : null;
        if (Unit is { } unit && unit.TryParse(text, out number))
        {
            return number < Minimum || number > Maximum
                ? string.Create(CultureInfo.InvariantCulture, $"that is {number}, out of range; allowed: {Allowed}.")
                : null;
        }

        return IsWhole(text) ? $"out of range; allowed: {Allowed}."
            : $"wrong type; allowed: {Allowed}" + (Unit is { } units ? $", plain or as {units.Example}." : ".");
    }

    private string? CheckChoice(string text)
    {
        foreach (var choice in Choices)
        {
            if (string.Equals(choice, text, StringComparison.Ordinal))
                return null;
        }

        var near = Suggestion.Nearest(text, Choices);
        return $"not a value of {Name}; allowed: {Allowed}." + (near is null ? "" : $" Did you mean {near}?");
    }

    private bool Fits(JsonValueKind kind) => kind switch
    {
        JsonValueKind.Undefined => true,
        JsonValueKind.Number => Kind is ParameterKind.Integer or ParameterKind.Number,
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

internal enum ParameterKind
{
    Integer,
    Number,
    Boolean,
    Text,
    Choice,
    List,
}

/// <summary>Describes what a text must look like.</summary>
/// <param name="Allowed">What is allowed, as a phrase.</param>
/// <param name="Pattern">A regular expression for editors, as JSON Schema knows them; it may allow more than
/// <paramref name="Check"/>.</param>
/// <param name="Check">Says what is wrong with a text; null when nothing is.</param>
internal sealed record TextForm(string Allowed, string Pattern, Func<string, string?> Check);
