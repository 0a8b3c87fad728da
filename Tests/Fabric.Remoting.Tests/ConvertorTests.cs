using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Client;
using Microsoft.ServiceFabric.Services.Communication;
using Microsoft.ServiceFabric.Services.Remoting.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2;
using Microsoft.ServiceFabric.Services.Remoting.V2.Client;
using Microsoft.ServiceFabric.Services.Remoting.V2.FabricTransport.Client;
using Xunit;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>Exceptions of the service's own types travel by convertors that both sides name.</summary>
public sealed class ConvertorTests
{
    [Fact]
    public async Task An_exception_is_made_again_with_its_data_by_the_convertors_of_both_sides()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe(), convertors: [new Failing(), new OddOut()]));
        var proxy = bench.Proxy(convertors: [new Failing(), new OddIn()]);

        var e = await Assert.ThrowsAsync<AggregateException>(() => proxy.FailAsync("odd"));

        var odd = Assert.IsType<OddException>(Assert.Single(e.InnerExceptions));
        Assert.Equal("odd, 42 deep", odd.Message);
    }

    [Fact]
    public async Task Without_a_convertor_of_the_client_the_data_come_in_a_service_exception()
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe(), convertors: [new OddOut()]));

        var e = await Assert.ThrowsAsync<AggregateException>(() => bench.Proxy().FailAsync("odd"));

        var fault = Assert.IsType<ServiceException>(Assert.Single(e.InnerExceptions));
        Assert.Equal(("Odd", "odd", "42", "in Odd.cs"), (fault.ActualExceptionType, fault.Message,
            fault.ActualExceptionData["depth"], fault.ActualExceptionStackTrace));
        var inner = Assert.Single(fault.ActualInnerExceptions);
        Assert.Equal((typeof(TimeoutException).FullName, "late"), (inner.ActualExceptionType, inner.Message));
    }

    [Theory]
    [InlineData("invalid", typeof(InvalidOperationException))]
    [InlineData("several", typeof(AggregateException))]
    public async Task What_no_convertor_knows_travels_as_without_them(string kind, Type type)
    {
        await using var bench = new Bench();
        bench.MakePrimary(bench.Host(new Probe(), convertors: [new OddOut()]));
        var proxy = bench.Proxy(convertors: [new OddIn()]);

        var e = await Assert.ThrowsAsync<AggregateException>(() => proxy.FailAsync(kind));

        Assert.IsType(type, Assert.Single(e.InnerExceptions));
    }

    [Fact]
    public void A_proxy_factory_makes_its_client_factory_once()
    {
        var uri = new Uri("fabric:/Test/Probe");
        var none = new ServiceProxyFactory(_ => null!);
        Assert.Throws<InvalidOperationException>(() => none.CreateNonIServiceProxy<IProbe>(uri));
        var made = new List<IServiceRemotingClientFactory>();
        var disposed = new List<IServiceRemotingClientFactory>();
        var factory = new ServiceProxyFactory(Make, disposeFactory: disposed.Add);
        Assert.Empty(made);
        factory.CreateNonIServiceProxy<IProbe>(uri, new ServicePartitionKey(1));
        factory.CreateNonIServiceProxy<IProbe>(uri, new ServicePartitionKey(2));
        Assert.Empty(disposed);
        factory.Dispose();
        Assert.Equal([Assert.Single(made)], disposed);

        IServiceRemotingClientFactory Make(IServiceRemotingCallbackMessageHandler? handler)
        {
            Assert.Null(handler);
            made.Add(new FabricTransportServiceRemotingClientFactory(exceptionConvertors: [new OddIn()]));
            return made[^1];
        }
    }

    [Fact]
    public void What_a_client_factory_cannot_do_it_refuses_by_name()
    {
        var e = Assert.Throws<NotSupportedException>(
            () => new FabricTransportServiceRemotingClientFactory(serializationProvider: new Serializers()));
        Assert.Equal("The parameter serializationProvider is not supported; allowed: null.", e.Message);
    }

    private sealed class OddOut : Microsoft.ServiceFabric.Services.Remoting.V2.Runtime.IExceptionConvertor
    {
        public bool TryConvertToServiceException(Exception originalException, out ServiceException serviceException)
        {
            serviceException = null!;
            if (originalException is not OddException)
                return false;
            serviceException = new("Odd", originalException.Message)
            {
                ActualExceptionStackTrace = "in Odd.cs",
                ActualExceptionData = new() { ["depth"] = "42" },
            };
            return true;
        }

        public Exception[] GetInnerExceptions(Exception exception) => [new TimeoutException("late")];
    }

    private sealed class OddIn : IExceptionConvertor
    {
        public bool TryConvertFromServiceException(ServiceException serviceException, out Exception actualException)
        {
            actualException = null!;
            return false;
        }

        public bool TryConvertFromServiceException(
            ServiceException serviceException, Exception innerException, out Exception actualException)
        {
            actualException = null!;
            if (serviceException.ActualExceptionType != "Odd" || innerException is not TimeoutException)
                return false;
            actualException = new OddException(
                $"{serviceException.Message}, {serviceException.ActualExceptionData["depth"]} deep");
            return true;
        }

        public bool TryConvertFromServiceException(
            ServiceException serviceException, Exception[] innerExceptions, out Exception actualException) =>
            TryConvertFromServiceException(serviceException, out actualException);
    }

    /// <summary>Throws whatever it is asked.</summary>
    private sealed class Failing : IExceptionConvertor,
        Microsoft.ServiceFabric.Services.Remoting.V2.Runtime.IExceptionConvertor
    {
        public bool TryConvertToServiceException(Exception originalException, out ServiceException serviceException) =>
            throw new InvalidOperationException("The convertor has failed.");

        public Exception[] GetInnerExceptions(Exception exception) =>
            throw new InvalidOperationException("The convertor has failed.");

        public bool TryConvertFromServiceException(ServiceException serviceException, out Exception actualException) =>
            throw new InvalidOperationException("The convertor has failed.");

        public bool TryConvertFromServiceException(
            ServiceException serviceException, Exception innerException, out Exception actualException) =>
            throw new InvalidOperationException("The convertor has failed.");

        public bool TryConvertFromServiceException(
            ServiceException serviceException, Exception[] innerExceptions, out Exception actualException) =>
            throw new InvalidOperationException("The convertor has failed.");
    }

    private sealed class Serializers : IServiceRemotingMessageSerializationProvider;
}
