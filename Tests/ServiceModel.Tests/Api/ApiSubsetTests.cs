using System;
using System.IO;
using System.Linq;
using System.Reflection;
using System.ServiceModel;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Api;

/// <summary>Data/api-subset.txt: "+ type members" must be there, "- type" must not: what is not supported is absent,
/// so that code in need of it does not compile.</summary>
public sealed class ApiSubsetTests
{
    private static readonly Assembly Stack = typeof(ServiceHost).Assembly;

    [Fact]
    public void What_the_list_names_is_there()
    {
        foreach (var words in Lines('+'))
        {
            var type = Stack.GetType(words[0]);
            Assert.True(type is { IsPublic: true }, $"{words[0]} is missing.");
            foreach (var member in words.Skip(1))
            {
                var found = type.GetInterfaces().Append(type).Any(t => t.GetMember(member).Length > 0);
                Assert.True(found, $"{words[0]}.{member} is missing.");
            }
        }
    }

    [Fact]
    public void What_is_not_supported_is_absent() =>
        Assert.All(Lines('-'), words => Assert.Null(Stack.GetType(words[0])));

    [Fact]
    public void Every_public_type_is_in_a_genuine_namespace() => Assert.Empty(
        Stack.GetExportedTypes().Select(t => t.Namespace).Distinct().Except([
            "System.ServiceModel", "System.ServiceModel.Channels", "System.ServiceModel.Description",
            "System.ServiceModel.Dispatcher", "System.ServiceModel.Security", "System.Collections.Generic",
        ]));

    private static string[][] Lines(char sign) =>
        [.. File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Data", "api-subset.txt"))
            .Where(l => l.StartsWith(sign)).Select(l => l[2..].Split(' ', StringSplitOptions.RemoveEmptyEntries))];
}
