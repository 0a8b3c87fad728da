using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>
/// Source compatibility is a promise: what we have in Service Fabric's namespaces is as it is there, or absent.
/// </summary>
public sealed class PublishedSurfaceTests
{
    private static readonly string[] Namespaces = ["System.Fabric", "Microsoft.ServiceFabric"];

    private static readonly string[] Assemblies =
        ["Abstractions", "ProgrammingModel", "Remoting", "Wcf", "Actors", "AspNetCore"];

    /// <summary>Our public types in Service Fabric's namespaces.</summary>
    internal static readonly Type[] Ours = Assemblies
        .SelectMany(n => Assembly.Load("SfPerf.Fabric." + n).GetTypes())
        .Where(t => t.IsVisible && Namespaces.Any(n => t.Namespace == n || t.Namespace!.StartsWith(n + ".")))
        .ToArray();

    private static readonly Dictionary<string, TypeShape> PublishedTypes = ApiListing.Published
        .Where(l => l.Contains(" | (type) ", StringComparison.Ordinal)).Select(l => l.Split(" | (type) ", 2))
        .ToLookup(p => p[0], p => p[1]).ToDictionary(g => g.Key, g => TypeShape.Parse(g.First()));

    [Fact]
    public void Every_public_type_of_ours_is_declared_as_in_the_published_assemblies()
    {
        Assert.NotEmpty(Ours);
        Expect.None("differ", Ours.Select(Difference).OfType<string>());
    }

    [Fact]
    public void Every_public_member_of_ours_has_its_published_signature()
    {
        var differing = Ours.SelectMany(ApiPrinter.Members).Except(ApiListing.Published).ToHashSet();
        Expect.None("are not published", differing.Except(ApiListing.Differing));
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
        PublishedTypes.TryGetValue(type, out var shape) ? shape.Bases.SelectMany(Implied).Prepend(type) : [type];

    private static string? Difference(Type type)
    {
        var key = ApiPrinter.Key(type);
        if (!PublishedTypes.TryGetValue(key, out var published))
            return $"{key} is not a published type.";
        var ours = TypeShape.Of(type);
        if (typeof(Delegate).IsAssignableFrom(type))
            return published.Head.StartsWith(ours.Head, StringComparison.Ordinal) ? null : $"{key} is: {ours.Head}";
        if (ours.Head != published.Head)
            return $"{key} is '{ours.Head}', published '{published.Head}'.";
        if (ours.Constraints != published.Constraints)
            return $"{key} has constraints '{ours.Constraints}', published '{published.Constraints}'.";
        var more = ours.Bases.Except(published.Bases.SelectMany(Implied)).ToArray();
        return more.Length == 0 ? null : $"{key} derives from {string.Join(", ", more)}, the published type does not.";
    }
}
