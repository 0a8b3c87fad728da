using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text.Json;
using SfPerf.Commands.Parameters;

namespace SfPerf.Client.Parameters.Ycsb;

/// <summary>Single properties: what they say, where, and whether that can be.</summary>
internal sealed partial class YcsbFile
{
    private static readonly ParameterOrigin Default = new(OriginKind.Default, "YCSB's default");

    private JavaProperty? Find(string property) => _given.GetValueOrDefault(property);

    private string? Text(string property) => Find(property)?.Value;

    private ParameterOrigin OriginOf(string property) => Find(property) is { } given ? Origin(given) : Default;

    private ParameterOrigin Origin(JavaProperty given) =>
        new(OriginKind.File, _path, given.Line, given.Column);

    private static ParameterDefinition Definition(string parameter) => RunCatalogue.Instance.Find(parameter)!;

    /// <summary>Puts the parameter that a property stands for in force; without the property, its default if it has
    /// one. Returns the value in force; null for none.</summary>
    private string? Take(string property, string parameter, string? fallback = null)
    {
        // The problem must name what the user wrote.
        if (!Check(property, Definition(parameter) with { Name = property })
            || (Text(property) ?? fallback) is not { } text)
        {
            return null;
        }

        Put(parameter, text, OriginOf(property));
        return text;
    }

    private string? Require(string property, string parameter)
    {
        if (Find(property) is null)
            Fail(property, $"missing; allowed: {Definition(parameter).Allowed}.");
        return Take(property, parameter);
    }

    private bool Check(string property, ParameterDefinition definition)
    {
        if (Find(property) is not { } given)
            return true;
        var problems = definition.Check(Raw(given)).ToList();
        _content.Problems.AddRange(problems);
        return problems.Count == 0;
    }

    // A property with one value that can be done, here and in YCSB unless it is given.
    private void Only(string property, string value, string because = "not possible")
    {
        if (Text(property) is { } text && text != value)
            Fail(property, $"{because}; allowed: {value}.");
    }

    private long? Count(string property, long fallback) =>
        !Check(property, Define.Integer(property, 1, int.MaxValue, null, "")) ? null
            : Text(property) is { } text ? long.Parse(text, CultureInfo.InvariantCulture) : fallback;

    private double? Number(string property, double fallback)
    {
        if (Find(property) is not { } given)
            return fallback;
        if (double.TryParse(given.Value, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
            && number is >= 0 and <= double.MaxValue)
        {
            return number;
        }

        Fail(property, "wrong type; allowed: a number from 0.");
        return null;
    }

    private void Put(string parameter, string text, ParameterOrigin origin) =>
        _content.Values.Add(new RawParameter(parameter, text, JsonValueKind.Undefined, origin));

    private void Fail(JavaProperty given, string message) =>
        _content.Problems.Add(ParameterProblem.Of(Raw(given), message));

    private void Fail(string property, string message) => _content.Problems.Add(Problem(property, message));

    private void Note(string? property, string message) => _content.Notes.Add(Problem(property, message));

    private ParameterProblem Problem(string? property, string message) =>
        property is not null && Find(property) is { } given ? ParameterProblem.Of(Raw(given), message)
            : new ParameterProblem(property, null, new ParameterOrigin(OriginKind.File, _path), message);

    private RawParameter Raw(JavaProperty given) =>
        new(given.Name, given.Value, JsonValueKind.Undefined, Origin(given));

    private static string Invariant(double number) => number.ToString(CultureInfo.InvariantCulture);
}
