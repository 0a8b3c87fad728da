using System;
using Microsoft.ServiceFabric.Services.Communication;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Communication;

public sealed class ServiceEndpointCollectionTests
{
    [Fact]
    public void Text_is_what_Service_Fabric_publishes_and_reads_back()
    {
        var endpoints = new ServiceEndpointCollection("", "net.tcp://localhost:1/a+b\"c");
        endpoints.AddEndpoint("V2_1Listener", "127.0.0.1:2+x");
        var text = endpoints.ToString();
        Assert.Equal(
            """{"Endpoints":{"":"net.tcp://localhost:1/a+b\"c","V2_1Listener":"127.0.0.1:2+x"}}""", text);
        Assert.True(ServiceEndpointCollection.TryParseEndpointsString(text, out var read));
        Assert.Equal(text, read.ToString());
        Assert.True(read.TryGetEndpointAddress("V2_1Listener", out var address));
        Assert.Equal("127.0.0.1:2+x", address);
        Assert.True(read.TryGetFirstEndpointAddress(out _));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("net.tcp://plain")]
    [InlineData("{}")]
    [InlineData("[1]")]
    [InlineData("""{"Endpoints":[]}""")]
    [InlineData("""{"Endpoints":{"a":1}}""")]
    public void Other_text_is_refused_without_an_exception(string? text) =>
        Assert.False(ServiceEndpointCollection.TryParseEndpointsString(text, out _));

    [Fact]
    public void A_name_may_be_used_once() =>
        Assert.Throws<ArgumentException>(() => new ServiceEndpointCollection("a", "1").AddEndpoint("a", "2"));
}
