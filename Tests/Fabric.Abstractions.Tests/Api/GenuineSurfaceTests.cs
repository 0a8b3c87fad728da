using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>
/// Source compatibility is a promise: what we have in the genuine namespaces is as it is there, or absent.
/// </summary>
public sealed class GenuineSurfaceTests
{
    private static readonly string[] Namespaces = ["System.Fabric", "Microsoft.ServiceFabric"];

    private static readonly string[] Assemblies =
        ["Abstractions", "ProgrammingModel", "Remoting", "Wcf", "Actors", "AspNetCore"];

    /// <summary>Our public types in genuine namespaces.</summary>
    internal static readonly Type[] Ours = Assemblies
        .SelectMany(n => Assembly.Load("SfPerf.Fabric." + n).GetTypes())
        .Where(t => t.IsVisible && Namespaces.Any(n => t.Namespace == n || t.Namespace!.StartsWith(n + ".")))
        .ToArray();

    private static readonly Dictionary<string, TypeShape> GenuineTypes = ApiListing.Genuine
        .Where(l => l.Contains(" | (type) ", StringComparison.Ordinal)).Select(l => l.Split(" | (type) ", 2))
        .ToLookup(p => p[0], p => p[1]).ToDictionary(g => g.Key, g => TypeShape.Parse(g.First()));

    [Fact]
    public void Every_public_type_of_ours_is_declared_as_in_the_genuine_assemblies()
    {
        Assert.NotEmpty(Ours);
        Expect.None("differ", Ours.Select(Difference).OfType<string>());
    }

    [Fact]
    public void Every_public_member_of_ours_has_its_genuine_signature()
    {
        var differing = Ours.SelectMany(ApiPrinter.Members).Except(ApiListing.Genuine).ToHashSet();
        Expect.None("are not genuine", differing.Except(ApiListing.Differing));
        Expect.None("are listed as differing and do not differ", ApiListing.Differing.Except(differing));
    }

    [Fact]
    public void Every_member_that_real_services_use_is_there()
    {
        var have = Ours.SelectMany(t => ApiPrinter.Members(t).Append($"{ApiPrinter.Key(t)} | (type)")).ToHashSet();
        Expect.None("are missing", ApiListing.Required.Except(have));
    }

    // A base, and what it derives from in turn.
    private static IEnumerable<string> Implied(string type) =>
        GenuineTypes.TryGetValue(type, out var shape) ? shape.Bases.SelectMany(Implied).Prepend(type) : [type];

    private static string? Difference(Type type)
    {
        var key = ApiPrinter.Key(type);
        if (!GenuineTypes.TryGetValue(key, out var genuine))
            return $"{key} is not a genuine type.";
        var ours = TypeShape.Of(type);
        if (typeof(Delegate).IsAssignableFrom(type))
            return genuine.Head.StartsWith(ours.Head, StringComparison.Ordinal) ? null : $"{key} is: {ours.Head}";
        if (ours.Head != genuine.Head)
            return $"{key} is '{ours.Head}', genuine '{genuine.Head}'.";
        if (ours.Constraints != genuine.Constraints)
            return $"{key} has constraints '{ours.Constraints}', genuine '{genuine.Constraints}'.";
        var more = ours.Bases.Except(genuine.Bases.SelectMany(Implied)).ToArray();
        return more.Length == 0 ? null : $"{key} derives from {string.Join(", ", more)}, genuine does not.";
    }
}
