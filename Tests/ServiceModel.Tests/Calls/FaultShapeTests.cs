using System;
using System.Linq;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Text;
using System.Xml;
using SfPerf.ServiceModel.Contracts;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

/// <summary>Codes and details of faults, as other libraries write them.</summary>
public sealed class FaultShapeTests
{
    [Theory]
    [InlineData("ActionNotSupported", typeof(ActionNotSupportedException))]
    [InlineData("EndpointUnavailable", typeof(EndpointNotFoundException))]
    public void A_code_whose_prefix_stands_at_the_envelope_has_its_exception(string name, Type expected)
    {
        // The way CoreWCF writes it: the prefix of addressing is declared once, outside the fault.
        var fault = Read($"""
            <s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"
              xmlns:a="http://www.w3.org/2005/08/addressing"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value>
              <s:Subcode><s:Value>a:{name}</s:Value></s:Subcode></s:Code>
              <s:Reason><s:Text xml:lang="en">why</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>
            """, MessageVersion.Soap12WSAddressing10);
        var operation = ContractDescription.GetContract(typeof(IGreeter)).Operations.First();
        Assert.IsType(expected, FaultMapper.ToException(fault, null, operation));
        Assert.Equal("http://www.w3.org/2005/08/addressing", fault.Code.SubCode!.Namespace);
        Assert.Equal("http://www.w3.org/2003/05/soap-envelope", fault.Code.Namespace);
        Assert.True(fault.Code.IsSenderFault);
    }

    [Fact]
    public void A_prefix_declared_again_inside_the_fault_is_the_inner_one()
    {
        var fault = Read("""
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="urn:outer"><s:Body>
            <s:Fault><faultcode xmlns:c="urn:inner">c:Odd</faultcode><faultstring>why</faultstring></s:Fault>
            </s:Body></s:Envelope>
            """, MessageVersion.Soap11);
        Assert.Equal(("Odd", "urn:inner"), (fault.Code.Name, fault.Code.Namespace));
    }

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public void A_detail_that_is_null_arrives_as_null(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var error = Assert.Throws<FaultException<GreetFault>>(() => channel.Pass(new()));
        Assert.Null(error.Detail);
        Assert.Equal("no detail", error.Message);
        Assert.Equal("x", channel.Pass(new() { Value = "x" }).Value);
    }

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public void An_argument_that_cannot_be_serialized_is_a_communication_error(string scheme)
    {
        using var running = Start(scheme);
        var channel = running.Factory.CreateChannel();
        var error = Assert.Throws<CommunicationException>(() => channel.Pass(new() { Value = new Item() }));
        Assert.IsType<SerializationException>(error.InnerException);
        Assert.Contains("variant", error.Message, StringComparison.Ordinal);
        Assert.Equal("x", channel.Pass(new() { Value = "x" }).Value);
    }

    [Theory]
    [InlineData("net.tcp")]
    [InlineData("http")]
    public void A_result_that_cannot_be_serialized_is_told(string scheme)
    {
        using var running = Start(scheme);
        Assert.ThrowsAny<CommunicationException>(() => running.Factory.CreateChannel().Pass(new() { Value = 1 }));
        Assert.Equal("x", running.Factory.CreateChannel().Pass(new() { Value = "x" }).Value);
    }

    private static Running<IVariants> Start(string scheme) => new(
        typeof(Variants), scheme == "http" ? new BasicHttpBinding() : new NetTcpBinding(SecurityMode.None));

    private static MessageFault Read(string envelope, MessageVersion version)
    {
        var reader = XmlDictionaryReader.CreateTextReader(Encoding.UTF8.GetBytes(envelope), new());
        var message = new IncomingMessage(static () => 0);
        message.ReadTo(reader, version);
        reader.MoveToContent();
        return FaultReader.Read(reader);
    }
}
