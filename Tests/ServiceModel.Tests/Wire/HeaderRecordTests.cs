using System;
using System.Collections.Generic;
using System.Linq;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using System.Xml;
using SfPerf.ServiceModel.Soap;
using SfPerf.ServiceModel.Tests.Services;
using SfPerf.ServiceModel.Wire;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Wire;

/// <summary>Headers written and read as records are those the XML writer and reader make of them.</summary>
public sealed class HeaderRecordTests
{
    private const int SessionBytesMax = 2048;

    private static readonly OperationDescription Operation =
        ContractDescription.GetContract(typeof(IGreeter)).Operations.Single(o => o.Name == "Greet");

    private static readonly Guid Id = new("6c2b3c1e-8f3a-4f4e-9a5d-0123456789ab");

    public static TheoryData<bool, bool, string?> Combinations => new()
    {
        { true, false, "net.tcp://127.0.0.1:18905/greet" },
        { true, false, "net.tcp://127.0.0.1:18905/ü/" + new string('x', 98) },
        { true, true, null },
        { false, true, null },
        { false, false, "urn:one-way" },
    };

    [Theory]
    [MemberData(nameof(Combinations))]
    public void Records_are_what_the_XML_writer_writes(bool hasId, bool relates, string? to)
    {
        foreach (var version in new[] { MessageVersion.Soap12WSAddressing10, MessageVersion.Soap11WSAddressing10 })
        {
            var message = Make(hasId, relates, to);
            using var records = new OutputBuffer();
            var session = new SessionDictionaryWriter(SessionBytesMax);
            var header = new HeaderWriter(EnvelopeRecords.Of(version)!, session);
            Assert.True(header.TryWrite(records, message));
            var written = records.Written.ToArray();
            Assert.Equal(Convert.ToHexString(written), Convert.ToHexString(Xml(message, version)[..written.Length]));
        }
    }

    [Theory]
    [MemberData(nameof(Combinations))]
    public void Records_are_read_as_they_were_written(bool hasId, bool relates, string? to)
    {
        var version = MessageVersion.Soap12WSAddressing10;
        var xml = Xml(Make(hasId, relates, to), version);
        var scanner = new HeaderScanner(EnvelopeRecords.Of(version)!, [Operation.RequestAction.Value]);
        var message = new IncomingMessage(static () => 0);
        Assert.True(scanner.TryScan(xml, message, out var bodyAt));
        Assert.Equal(EnvelopeRecords.ShortDictionaryElement, xml[bodyAt]);
        Assert.Equal((Operation.RequestAction.Value, to), (message.Action, message.To));
        Assert.Equal(hasId, message.MessageId.TryGetGuid(out var id));
        Assert.Equal(relates, message.RelatesTo.TryGetGuid(out var relatesTo));
        Assert.Equal((hasId ? Id : default, relates ? Id : default), (id, relatesTo));
        for (var length = 0; length <= bodyAt; length++)
            Assert.False(scanner.TryScan(xml.AsSpan(0, length), message, out _));
    }

    [Fact]
    public void Other_headers_are_left_to_the_XML_reader()
    {
        var xml = Xml(Make(hasId: true, relates: false, "urn:to"), MessageVersion.Soap12WSAddressing10);
        var scanner = new HeaderScanner(EnvelopeRecords.Soap12, []);
        Assert.False(scanner.TryScan(xml, new(static () => 0), out _));
        var decoder = new SessionDecoder(WireSettings.Of(new NetTcpBinding(SecurityMode.None)));
        Assert.Throws<XmlException>(() => decoder.Read(new byte[] { 0 }.Concat(xml).ToArray()));
    }

    [Fact]
    public void Faults_of_one_session_keep_their_actions()
    {
        using var running = new Running<IGreeter>(typeof(Greeter));
        var channel = running.Factory.CreateChannel();
        var actions = new List<string?>();
        foreach (var how in new[] { "typed", "plain", "typed" })
            actions.Add(Assert.ThrowsAny<FaultException>(() => channel.Fail(how)).Action);
        // The second one has the action of all faults without one.
        Assert.Equal(["urn:probe/IGreeter/FailGreetFaultFault", null, actions[0]], actions);
    }

    private static OutgoingMessage Make(bool hasId, bool relates, string? to) => new()
    {
        Action = Operation.RequestAction,
        Body = Operation.Formatter.RequestBody,
        Arguments = ["Bob"],
        MessageId = hasId ? new MessageName(Id) : default,
        RelatesTo = relates ? new MessageName(Id) : default,
        To = to,
    };

    private static byte[] Xml(in OutgoingMessage message, MessageVersion version)
    {
        using var output = new OutputBuffer();
        using var writer = XmlDictionaryWriter.CreateBinaryWriter(
            output, Names.Dictionary, new SessionDictionaryWriter(SessionBytesMax), ownsStream: false);
        message.WriteTo(writer, version);
        writer.Flush();
        return output.Written.ToArray();
    }
}
