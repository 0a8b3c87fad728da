using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.Text;
using System.Xml;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Channels;

/// <summary>The defaults of WCF, and what the properties refuse.</summary>
public sealed class BindingTests
{
    public static TheoryData<Binding> All => [new NetTcpBinding(), new NetNamedPipeBinding(), new BasicHttpBinding()];

    [Theory]
    [MemberData(nameof(All))]
    public void Every_binding_has_the_timeouts_of_WCF_and_a_name(Binding binding)
    {
        Assert.Equal(
            [TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(1), TimeSpan.FromMinutes(10)],
            [binding.OpenTimeout, binding.CloseTimeout, binding.SendTimeout, binding.ReceiveTimeout]);
        Assert.Equal(binding.GetType().Name, binding.Name);
        Assert.Equal("http://tempuri.org/", binding.Namespace);
        Assert.Throws<ArgumentException>(() => binding.Name = null!);
        Assert.Throws<ArgumentException>(() => binding.Name = "");
        Assert.Throws<ArgumentNullException>(() => binding.Namespace = null!);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.SendTimeout = TimeSpan.FromTicks(-1));
        binding.Namespace = "";
    }

    [Fact]
    public void Net_tcp_has_the_quotas_of_WCF_and_checks()
    {
        var binding = new NetTcpBinding();
        Assert.Equal(SecurityMode.Transport, binding.Security.Mode);
        Assert.Equal((524288, 65536, 65536),
            (binding.MaxBufferPoolSize, binding.MaxBufferSize, binding.MaxReceivedMessageSize));
        Assert.Equal(TransferMode.Buffered, binding.TransferMode);
        Assert.Equal(new XmlDictionaryReaderQuotas().MaxDepth, binding.ReaderQuotas.MaxDepth);
        Assert.Throws<ArgumentNullException>(() => binding.Security = null!);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.Security.Mode = (SecurityMode)999);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.MaxBufferPoolSize = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.MaxBufferSize = 0);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.MaxReceivedMessageSize = 0);
        binding.MaxBufferPoolSize = 0;
    }

    [Fact]
    public void Net_pipe_checks_its_security()
    {
        var binding = new NetNamedPipeBinding();
        Assert.Equal(NetNamedPipeSecurityMode.Transport, binding.Security.Mode);
        Assert.Throws<ArgumentNullException>(() => binding.Security = null!);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.Security.Mode = (NetNamedPipeSecurityMode)999);
    }

    [Fact]
    public void Basic_http_has_the_versions_of_WCF_and_checks()
    {
        var binding = new BasicHttpBinding();
        Assert.Equal(MessageVersion.Soap11, binding.MessageVersion);
        Assert.Equal(Encoding.UTF8, binding.TextEncoding);
        Assert.Equal("http", binding.Scheme);
        Assert.Equal("https", new BasicHttpBinding(BasicHttpSecurityMode.Transport).Scheme);
        Assert.Throws<ArgumentNullException>(() => binding.Security = null!);
        Assert.Throws<ArgumentOutOfRangeException>(() => binding.Security.Mode = (BasicHttpSecurityMode)999);
        binding.TextEncoding = Encoding.BigEndianUnicode;
        Assert.Throws<ArgumentException>(() => binding.TextEncoding = Encoding.ASCII);
        Assert.Throws<ArgumentNullException>(() => binding.TextEncoding = null!);
    }

    [Fact]
    public void Encodings_need_a_version()
    {
        Assert.Throws<ArgumentNullException>(
            () => new TextMessageEncodingBindingElement().MessageVersion = null!);
        Assert.Throws<ArgumentNullException>(
            () => new BinaryMessageEncodingBindingElement().MessageVersion = null!);
        Assert.Throws<InvalidOperationException>(
            () => new BinaryMessageEncodingBindingElement().MessageVersion = MessageVersion.Soap11);
    }
}
