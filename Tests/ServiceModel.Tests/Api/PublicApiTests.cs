using System;
using System.IO;
using System.Linq;
using System.ServiceModel;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Api;

/// <summary>The public surface is what Data/public-api.txt lists, no name more and none less: what is not supported is
/// absent. A name enters the list only if WCF has it in the same form.</summary>
public sealed class PublicApiTests
{
    [Fact]
    public void The_public_surface_is_the_approved_list()
    {
        var approved = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Data", "public-api.txt"));
        var actual = PublicSurface.Of(typeof(ServiceHost).Assembly);
        var added = actual.Except(approved).Select(l => $"not in the list: {l}");
        var missing = approved.Except(actual).Select(l => $"not in the assembly: {l}");
        var different = added.Concat(missing).ToArray();
        Assert.True(different.Length == 0, string.Join('\n', different));
    }

    [Fact]
    public void Every_public_type_is_in_a_namespace_of_WCF() => Assert.Empty(
        typeof(ServiceHost).Assembly.GetExportedTypes().Select(t => t.Namespace).Distinct().Except([
            "System.ServiceModel", "System.ServiceModel.Channels", "System.ServiceModel.Description",
            "System.ServiceModel.Dispatcher", "System.ServiceModel.Security", "System.Collections.Generic",
        ]));

    [Fact]
    public void The_list_is_sorted_and_names_nothing_twice()
    {
        var approved = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Data", "public-api.txt"));
        Assert.Equal(approved.Distinct().Order(StringComparer.Ordinal), approved);
    }
}
