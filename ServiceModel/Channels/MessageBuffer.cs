using System.Collections.Generic;
using SfPerf.ServiceModel.Soap;

namespace System.ServiceModel.Channels;

/// <summary>A message in memory, of which any number of equal ones can be made.</summary>
public sealed class MessageBuffer : IDisposable
{
    private readonly MessageHeaders _headers;
    private readonly Dictionary<string, object> _properties;
    private readonly BufferedBody _body;
    private readonly bool _isFault;
    private bool _isClosed;

    internal MessageBuffer(
        MessageHeaders headers, Dictionary<string, object> properties, BufferedBody body, bool isFault)
    {
        _headers = new(headers);
        _properties = properties;
        _body = body;
        _isFault = isFault;
    }

    /// <summary>Gets the bytes that the body takes.</summary>
    public int BufferSize => _body.Length;

    public void Close() => _isClosed = true;

    public Message CreateMessage()
    {
        ObjectDisposedException.ThrowIf(_isClosed, this);
        var message = new Message(new(_headers), _body, _isFault);
        foreach (var (name, value) in _properties)
            message.Properties[name] = value;
        return message;
    }

    public void Dispose() => Close();
}
