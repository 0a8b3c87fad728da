using System;
using System.Collections.Generic;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Threading.Tasks;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Contracts;

/// <summary>How contracts are named and what they may not be.</summary>
public sealed class ContractTests
{
    public static TheoryData<Binding> Transports => [new NetTcpBinding(SecurityMode.None), new BasicHttpBinding()];

    [Fact]
    public void Ending_a_session_takes_a_contract_that_requires_one()
    {
        var factory = new ChannelFactory<ILoose>(new NetTcpBinding(SecurityMode.None), "net.tcp://localhost:1/x");
        var error = Assert.Throws<InvalidOperationException>(() => factory.CreateChannel());
        Assert.Contains(nameof(ILoose), error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Attributes_refuse_names_that_are_none()
    {
        Assert.Throws<ArgumentNullException>(() => new OperationContractAttribute { Action = null });
        Assert.Throws<ArgumentNullException>(() => new OperationContractAttribute { ReplyAction = null });
        Assert.Throws<ArgumentNullException>(() => new OperationContractAttribute { Name = null });
        Assert.Throws<ArgumentOutOfRangeException>(() => new OperationContractAttribute { Name = "" });
        Assert.Throws<ArgumentOutOfRangeException>(() => new ServiceContractAttribute { Name = "" });
        Assert.Throws<ArgumentOutOfRangeException>(() => new MessageParameterAttribute { Name = "" });
        Assert.Throws<ArgumentNullException>(() => new FaultContractAttribute(typeof(int)) { Action = null });
    }

    [Fact]
    public void Generic_types_and_arrays_have_the_names_of_WCF()
    {
        var contract = ContractDescription.GetContract(typeof(IBox<int>));
        Assert.Equal("IBoxOf_Int32", contract.Name);
        Assert.Equal(
            ["urn:box/IBoxOf_Int32/BreakArrayOfStringFault", "urn:box/IBoxOf_Int32/Breaktoo <many>"],
            contract.Operations.Find("Break")!.Faults.Select(f => f.Action).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public async Task Names_that_xml_and_headers_cannot_carry_travel_escaped(Binding binding)
    {
        using var running = new Running<IBox<int>>(typeof(Box), binding);
        var channel = running.Factory.CreateChannel();
        Assert.Equal(42, channel.Put(41));
        Assert.Equal(7, await channel.TakeAsync());
        Assert.Equal(["a", "b"], Assert.Throws<FaultException<string[]>>(() => channel.Break(true)).Detail);
        Assert.Equal([1, 2], Assert.Throws<FaultException<List<int>>>(() => channel.Break(false)).Detail);
    }

    [Theory]
    [MemberData(nameof(Transports))]
    public void An_operation_the_service_lacks_has_its_exception_on_every_transport(Binding binding)
    {
        using var running = new Running<IGreeter>(typeof(Greeter), binding);
        var factory = new ChannelFactory<IOther>(binding, running.Address);
        Assert.Throws<ActionNotSupportedException>(() => factory.CreateChannel().Other());
        factory.Abort();
    }

    [Fact]
    public void A_typed_fault_without_a_reason_says_that_it_has_none()
    {
        var error = new FaultException<int>(1, (string)null!);
        Assert.NotEmpty(error.Message);
        Assert.Equal(error.Message, new FaultException<int>(1).Message);
    }
}
